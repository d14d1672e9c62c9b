//! Tables of text that leave out what matters least where the screen is too narrow for all of it.

use std::io;

use anstyle::Style;

use crate::screen;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GAP: &str = "  ";

/// A column.
pub(crate) struct Head {
    text: String,
    right: bool,
    rank: usize,
}

impl Head {
    /// A column of words. The higher its rank, the sooner it is left out; never at zero.
    pub(crate) fn words(text: impl Into<String>, rank: usize) -> Head {
        Head { text: text.into(), right: false, rank }
    }

    /// A column of numbers, likewise.
    pub(crate) fn numbers(text: impl Into<String>, rank: usize) -> Head {
        Head { right: true, ..Head::words(text, rank) }
    }
}

/// Rows below heads.
pub(crate) struct Table {
    heads: Vec<Head>,
    /// Cells of a row, and lines below it.
    rows: Vec<(Vec<String>, Vec<String>)>,
}

impl Table {
    /// A table without rows.
    pub(crate) fn new(heads: Vec<Head>) -> Table {
        Table { heads, rows: Vec::new() }
    }

    /// A row with a cell for every column, and lines that stand below it.
    pub(crate) fn row(&mut self, cells: Vec<String>, below: Vec<String>) {
        self.rows.push((cells, below));
    }

    /// Writes what fits the screen, and names what does not.
    pub(crate) fn print(&self, out: &mut dyn io::Write) -> io::Result<()> {
        self.print_within(screen::columns(), out)
    }

    fn print_within(&self, columns: Option<usize>, out: &mut dyn io::Write) -> io::Result<()> {
        let widths: Vec<usize> = (0..self.heads.len()).map(|at| self.width(at)).collect();
        let kept = self.kept(&widths, columns);
        let line = |cells: &mut dyn Iterator<Item = &str>| {
            let padded = cells.zip(&self.heads).zip(&widths).enumerate();
            let padded = padded.filter(|(at, _)| kept.contains(at)).map(|(_, own)| match own {
                ((cell, head), width) if head.right => format!("{cell:>width$}"),
                ((cell, _), width) => format!("{cell:<width$}"),
            });
            padded.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
        };
        let heads = line(&mut self.heads.iter().map(|head| head.text.as_str()));
        writeln!(out, "{BOLD}{heads}{BOLD:#}")?;
        for (cells, below) in &self.rows {
            writeln!(out, "{}", line(&mut cells.iter().map(String::as_str)))?;
            for text in below {
                writeln!(out, "{GAP}{DIM}{text}{DIM:#}")?;
            }
        }
        let heads = self.heads.iter().enumerate();
        let gone: Vec<&str> =
            heads.filter(|(at, _)| !kept.contains(at)).map(|(_, head)| &*head.text).collect();
        if !gone.is_empty() {
            writeln!(out, "{DIM}a wider screen has room for: {}{DIM:#}", gone.join(", "))?;
        }
        Ok(())
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|(cells, _)| cells[column].chars().count());
        cells.chain([self.heads[column].text.chars().count()]).max().unwrap_or(0)
    }

    /// The columns that fit, the least important left out one by one.
    fn kept(&self, widths: &[usize], columns: Option<usize>) -> Vec<usize> {
        let mut kept: Vec<usize> = (0..self.heads.len()).collect();
        let wide = |kept: &[usize]| {
            let gaps = GAP.len() * kept.len().saturating_sub(1);
            kept.iter().map(|at| widths[*at]).sum::<usize>() + gaps
        };
        while columns.is_some_and(|columns| wide(&kept) > columns) {
            let least = kept.iter().copied().max_by_key(|at| self.heads[*at].rank);
            match least.filter(|at| self.heads[*at].rank > 0) {
                Some(least) => kept.retain(|at| *at != least),
                None => break,
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(columns: Option<usize>) -> String {
        let heads =
            vec![Head::words("agent", 0), Head::numbers("nodes", 2), Head::numbers("won", 1)];
        let mut table = Table::new(heads);
        table.row(["best", "123456", "7"].map(str::to_owned).to_vec(), vec!["below".to_owned()]);
        let mut out = Vec::new();
        table.print_within(columns, &mut out).unwrap();
        anstream::adapter::strip_str(&String::from_utf8(out).unwrap()).to_string()
    }

    #[test]
    fn the_least_important_columns_go_first() {
        let all = "agent   nodes  won\nbest   123456    7\n  below\n";
        assert_eq!(printed(None), all);
        assert_eq!(printed(Some(18)), all);
        let fewer = "agent  won\nbest     7\n  below\na wider screen has room for: nodes\n";
        assert_eq!(printed(Some(17)), fewer);
        assert!(printed(Some(3)).starts_with("agent\nbest\n"));
    }
}
