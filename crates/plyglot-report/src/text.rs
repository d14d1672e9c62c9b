//! Text for pages and pictures: escaped, shortened, numbers as people read them.

/// Text for an element or an attribute. Characters that no document may contain are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\t' => out.push(sign),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            sign if sign.is_control() => out.push('\u{fffd}'),
            sign => out.push(sign),
        }
    }
    out
}

/// At most so many characters, escaped.
pub(crate) fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return escape(text);
    }
    let kept: String = text.chars().take(most - 1).collect();
    escape(&kept) + "…"
}

/// A count with thin spaces between thousands.
pub(crate) fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A signed whole number with a real minus sign.
pub(crate) fn signed(number: f64) -> String {
    format!("{:+.0}", if number.abs() < 0.5 { 0.0 } else { number }).replace('-', "−")
}

/// An interval of shares in per cent; nothing where it is everything from none to all.
pub(crate) fn range(low: f64, high: f64) -> String {
    match low < 0.005 && high > 0.995 {
        true => String::new(),
        false => format!("{:.0} to {:.0}", 100.0 * low, 100.0 * high),
    }
}

/// A span of time in the unit that suits it.
pub(crate) fn seconds(span: f64) -> String {
    match span {
        span if span <= 0.0 => "0".to_owned(),
        span if span < 1e-3 => format!("{} µs", digits(span * 1e6)),
        span if span < 1.0 => format!("{} ms", digits(span * 1e3)),
        span => format!("{} s", digits(span)),
    }
}

/// A large number in the unit that suits it.
pub(crate) fn amount(number: f64) -> String {
    match number {
        number if number < 1e3 => digits(number),
        number if number < 1e6 => format!("{} k", digits(number / 1e3)),
        number if number < 1e9 => format!("{} M", digits(number / 1e6)),
        number => format!("{} G", digits(number / 1e9)),
    }
}

/// About three digits.
fn digits(number: f64) -> String {
    match number {
        number if number == 0.0 || number >= 99.95 => format!("{number:.0}"),
        number if number >= 9.995 => format!("{number:.1}"),
        number => format!("{number:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_escapes() {
        let text = "<script>&\"'\u{1b}[1m\u{0}\u{ffff}";
        assert_eq!(escape(text), "&lt;script&gt;&amp;&quot;&#39;\u{fffd}[1m\u{fffd}\u{fffd}");
        assert_eq!(short("<<<<", 3), "&lt;&lt;…");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(count(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(
            (count(999), signed(-12.4), signed(-0.2)),
            ("999".into(), "−12".into(), "+0".into())
        );
        assert_eq!((seconds(0.000_012), seconds(0.25)), ("12.0 µs".into(), "250 ms".into()));
        assert_eq!((amount(1500.0), amount(2e6)), ("1.50 k".into(), "2.00 M".into()));
    }
}
