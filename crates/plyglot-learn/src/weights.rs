//! What a learning run asks of a player's specification: where it names weights that are learnt, and that it thinks with one thread.

use plyglot_core::{LEARNED, Spec};

/// The player with these weights in every place where its specification says `learned`; nothing if it says
/// so nowhere.
pub(crate) fn fill(player: &Spec, name: &str) -> Option<Spec> {
    let (mut filled, mut found) = (player.clone(), false);
    for (_, value) in &mut filled.given {
        let inner = Spec::parse(value).ok();
        if value == LEARNED {
            *value = format!("{LEARNED}(file={name})");
            found = true;
        } else if let Some(inner) = inner.and_then(|inner| fill(&inner, name)) {
            *value = inner.to_string();
            found = true;
        }
    }
    found.then_some(filled)
}

/// Whether a player, or one inside its specification, thinks with several threads.
pub(crate) fn has_threads(player: &Spec) -> bool {
    player.given.iter().any(|(name, value)| {
        name == "threads" && value != "1" || Spec::parse(value).is_ok_and(|own| has_threads(&own))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_go_where_the_word_stands() {
        let filled =
            |text: &str| fill(&Spec::parse(text).unwrap(), "g1").map(|own| own.to_string());
        let told = filled("alphabeta(eval=learned,solver=on)").unwrap();
        assert_eq!(told, "alphabeta(eval=learned(file=g1),solver=on)");
        let seats = filled("seats(1=brs(eval=learned),2=random)").unwrap();
        assert_eq!(seats, "seats(1=brs(eval=learned(file=g1)),2=random)");
        assert_eq!(filled("alphabeta(eval=mobility)"), None);
        assert_eq!(filled("alphabeta(eval=learned(file=other))"), None);
    }
}
