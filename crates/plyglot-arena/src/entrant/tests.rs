use plyglot_core::options::no_files;

use super::*;

fn read(text: &str, depth: Option<u32>) -> Entrant {
    let catalog = Catalog::standard();
    let opened = catalog.open("dala", &no_files).unwrap();
    entrant(&catalog, &opened, text, depth, &Files::new(&no_files)).unwrap()
}

#[test]
fn what_is_typed_again_is_the_same_entrant() {
    let texts = [
        "random",
        "alphabeta( depth=3,  eval=material )",
        "best",
        "best(depth=4)",
        "p=paranoid(depth=2)",
        "\"a (b=c) \\\"d\\\" \\\\ \"=random",
        "two \"2\"=random",
        "exec(cmd=\"python3 'my bot.py'\",memory=100)",
        "exec(cmd=./bot,name=it)",
        "x=exec(cmd=./bot)",
    ];
    for text in texts {
        let first = read(text, None);
        assert_eq!(read(&typed(&first), None), first, "{text}");
        let named = Entrant { name: " \\(=\" ".to_owned(), ..first };
        assert_eq!(split_name(&typed(&named)).unwrap().0, Some(named.name), "{text}");
    }
    assert_eq!(read(texts[5], None).name, "a (b=c) \"d\" \\ ");
}

#[test]
fn without_a_name_it_does_not_matter_how_an_agent_was_typed() {
    let plain = read("paranoid(depth=3)", None);
    assert_eq!(plain.name, "paranoid(depth=3)");
    assert_eq!(read(" paranoid( tt=16, depth=3 )", None), plain);
    assert_eq!(read("paranoid", Some(3)), plain);
    assert_eq!(read(&plain.spec, None), plain);
    // A preset's name is one, and the depth that goes into it is told.
    assert_eq!(read("best", Some(3)).name, "best(depth=3)");
}

#[test]
fn a_name_in_quotes_must_end() {
    for text in ["\"a=random", "\"a\"random", "\"a\\\"=random"] {
        let refused = split_name(text).unwrap_err().to_string();
        assert!(refused.contains("expected \"NAME\"=SPEC"), "{refused}");
    }
}
