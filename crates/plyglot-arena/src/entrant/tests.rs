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
        "seats(1=best,2=alphabeta(depth=3,eval=default(lead=7)))",
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

#[test]
fn a_file_is_an_agent() {
    let catalog = Catalog::standard();
    let opened = catalog.open("dala", &no_files).unwrap();
    let load = |path: &str| match path {
        "sub/good.agent" => {
            Ok("# found by play\nalphabeta(depth=3,\n  eval=default(lead=7))\n".into())
        }
        "empty.agent" => Ok("# nothing\n".to_owned()),
        other => Err(format!("there is no {other}")),
    };
    let files = Files::new(&load);
    let read = |text: &str| entrant(&catalog, &opened, text, None, &files);
    let found = read("@sub/good.agent").unwrap();
    assert_eq!(found.name, "good");
    assert_eq!(found.short, "alphabeta(eval=default(lead=7),depth=3)");
    assert_eq!(read(&typed(&found)).unwrap(), found);
    let both = read("both=seats(1=@sub/good.agent,2=random)").unwrap();
    assert_eq!(both.short, format!("seats(1={},2=random)", found.short));
    let told = |text: &str| read(text).unwrap_err().to_string();
    assert!(told("@empty.agent").contains("@empty.agent: expected the specification"));
    assert!(told("@none").contains("there is no none"));
    assert!(files.into_read().keys().all(|path| path == "sub/good.agent"));
}

#[test]
fn every_seat_needs_its_agent() {
    let catalog = Catalog::standard();
    let opened = catalog.open("chexers", &no_files).unwrap();
    let told = |text: &str| catalog.agent(text, &opened, &no_files).err().unwrap().to_string();
    for text in
        ["seats(1=random,2=random)", "seats(1=random,1=random,2=best,3=best)", "seats(4=best)"]
    {
        assert!(told(text).contains("expected seats(1=AGENT,2=AGENT,3=AGENT)"), "{text}");
    }
    let free = |text: &str| {
        let made = entrant(&catalog, &opened, text, None, &Files::new(&no_files)).unwrap();
        ends_by_itself(&catalog, &made)
    };
    assert!(free("seats(1=random,2=classic,3=brs(depth=2))"));
    assert!(!free("seats(1=random,2=classic,3=brs)"));
}
