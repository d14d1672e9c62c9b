//! Ranges in the names of rules: `seed={1001..1024}` stands for 24 of them.

use plyglot_core::SpecError;

/// The most texts that one may stand for.
const MOST: usize = 10_000;

/// All texts that one with ranges stands for, the first range changing slowest; one without is itself.
pub(crate) fn expand(text: &str) -> Result<Vec<String>, SpecError> {
    let mut texts = vec![String::new()];
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let wrong = || {
            let told = format!("{text}: expected {{1..24}}, the first and the last of a range");
            SpecError(told)
        };
        let (range, after) = after.split_once('}').ok_or_else(wrong)?;
        let (first, last) = range.split_once("..").ok_or_else(wrong)?;
        let number = |digits: &str| digits.parse::<u64>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        let len = last.checked_sub(first).ok_or_else(wrong)?.saturating_add(1);
        if len.saturating_mul(texts.len() as u64) > MOST as u64 {
            let told = format!("{text}: expected ranges that stand for at most {MOST}");
            return Err(SpecError(told));
        }
        let each = |begun: &String| -> Vec<String> {
            (first..=last).map(|number| format!("{begun}{before}{number}")).collect()
        };
        texts = texts.iter().flat_map(each).collect();
        rest = after;
    }
    texts.iter_mut().for_each(|begun| begun.push_str(rest));
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::expand;

    #[test]
    fn ranges_stand_for_all_they_hold() {
        assert_eq!(expand("reversi").unwrap(), ["reversi"]);
        assert_eq!(expand("a(b={9..11})").unwrap(), ["a(b=9)", "a(b=10)", "a(b=11)"]);
        assert_eq!(expand("{1..2}:{5..6}.").unwrap(), ["1:5.", "1:6.", "2:5.", "2:6."]);
        assert_eq!(expand("{7..7}").unwrap(), ["7"]);
    }

    #[test]
    fn wrong_and_endless_ranges_are_refused() {
        for text in ["a{", "a{}", "a{1}", "a{1..}", "a{x..2}", "a{3..2}", "a{-1..2}", "a{1..2"] {
            assert!(expand(text).unwrap_err().0.contains("{1..24}"), "{text}");
        }
        for text in ["{0..10000}", "{1..101}{1..100}", "{0..18446744073709551615}"] {
            assert!(expand(text).unwrap_err().0.contains("at most"), "{text}");
        }
    }
}
