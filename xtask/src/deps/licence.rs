//! Licences as packages name them: `MIT OR Apache-2.0`, `(MIT OR Zlib) AND Unicode-3.0`.

/// Licences of which nothing follows but that they are named.
const FIT: [&str; 15] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
    "blessing",
];

/// Licences that will also do for what only tests use.
const FIT_FOR_TESTS: [&str; 1] = ["MPL-2.0"];

/// Whether an expression leaves a choice of fit licences; an error says why it cannot be read.
pub(super) fn is_fit(expression: &str, tests_only: bool) -> Result<bool, String> {
    // Before there were expressions, a slash meant a choice.
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut reader = Reader { words: spaced.split_whitespace().collect(), tests_only };
    reader.words.reverse();
    let fit = reader.choice()?;
    match reader.words.pop() {
        None => Ok(fit),
        Some(word) => Err(format!("AND or OR expected, {word} found")),
    }
}

/// What is left of an expression, last word first.
struct Reader<'a> {
    words: Vec<&'a str>,
    tests_only: bool,
}

impl Reader<'_> {
    /// Parts joined by OR, which binds less than AND.
    fn choice(&mut self) -> Result<bool, String> {
        let mut fit = self.union()?;
        while self.take("OR") {
            fit |= self.union()?;
        }
        Ok(fit)
    }

    /// Parts joined by AND.
    fn union(&mut self) -> Result<bool, String> {
        let mut fit = self.part()?;
        while self.take("AND") {
            fit &= self.part()?;
        }
        Ok(fit)
    }

    /// One licence, with its exception, or an expression in parentheses.
    fn part(&mut self) -> Result<bool, String> {
        if self.take("(") {
            let fit = self.choice()?;
            return if self.take(")") { Ok(fit) } else { Err(") expected".to_owned()) };
        }
        let mut name = self.name()?.to_owned();
        if self.take("WITH") {
            name = format!("{name} WITH {}", self.name()?);
        }
        let for_tests = self.tests_only && FIT_FOR_TESTS.contains(&&*name);
        Ok(for_tests || FIT.contains(&&*name))
    }

    fn name(&mut self) -> Result<&str, String> {
        match self.words.pop() {
            Some(word) if !["(", ")", "AND", "OR", "WITH"].contains(&word) => Ok(word),
            Some(word) => Err(format!("a licence expected, {word} found")),
            None => Err("a licence expected at the end".to_owned()),
        }
    }

    /// Takes the next word if it is this one.
    fn take(&mut self, word: &str) -> bool {
        self.words.pop_if(|next| *next == word).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_needs_one_fit_licence_and_a_union_all() {
        for fit in [
            "MIT",
            "MIT/Apache-2.0",
            "GPL-3.0-only OR MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-3.0-only",
            "GPL-3.0-only AND Zlib OR ISC",
            "((MIT))",
        ] {
            assert_eq!(is_fit(fit, false), Ok(true), "{fit}");
        }
        for unfit in [
            "GPL-3.0-only",
            "MIT AND GPL-3.0-only",
            "(MIT OR ISC) AND (GPL-2.0-only OR AGPL-3.0-only)",
            "GPL-2.0-only WITH Classpath-exception-2.0",
            "ISC AND (GPL-3.0-only)",
            "mit",
        ] {
            assert_eq!(is_fit(unfit, false), Ok(false), "{unfit}");
        }
    }

    #[test]
    fn tests_may_use_more_than_the_program() {
        assert_eq!(is_fit("MPL-2.0", true), Ok(true));
        assert_eq!(is_fit("MPL-2.0", false), Ok(false));
        assert_eq!(is_fit("MPL-2.0 AND GPL-3.0-only", true), Ok(false));
    }

    #[test]
    fn what_cannot_be_read_says_where() {
        for (text, why) in [
            ("", "a licence expected at the end"),
            ("MIT OR", "a licence expected at the end"),
            ("MIT AND OR ISC", "a licence expected, OR found"),
            ("MIT Apache-2.0", "AND or OR expected, Apache-2.0 found"),
            ("(MIT OR ISC", ") expected"),
            ("MIT)", "AND or OR expected, ) found"),
            ("MIT WITH", "a licence expected at the end"),
        ] {
            assert_eq!(is_fit(text, false), Err(why.to_owned()), "{text}");
        }
    }
}
