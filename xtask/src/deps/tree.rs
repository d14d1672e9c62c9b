//! The tree of packages as `cargo metadata` tells it, for all systems at once.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::licence::is_fit;

/// Every package the workspace is made of, and who uses whom.
#[derive(Deserialize)]
pub(super) struct Tree {
    packages: Vec<Package>,
    workspace_members: BTreeSet<String>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Edge>,
}

#[derive(Deserialize)]
struct Edge {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: Option<String>,
}

impl Edge {
    fn is_for_tests(&self) -> bool {
        self.dep_kinds.iter().all(|kind| kind.kind.as_deref() == Some("dev"))
    }
}

impl Tree {
    /// Reads what `cargo metadata` wrote.
    pub(super) fn read(text: &[u8]) -> Result<Tree, String> {
        serde_json::from_slice(text).map_err(|error| format!("cargo metadata: {error}"))
    }

    /// Names of packages that a crate of the workspace asks for itself.
    pub(super) fn direct(&self) -> BTreeSet<&str> {
        let own = self.resolve.nodes.iter().filter(|node| self.is_own(&node.id));
        let used: BTreeSet<&str> = own.flat_map(|node| &node.deps).map(|edge| &*edge.pkg).collect();
        let used = self.packages.iter().filter(|package| used.contains(&*package.id));
        used.map(|package| &*package.name).collect()
    }

    /// A line for every version of a package that is there in several, with its users.
    pub(super) fn duplicates(&self) -> Vec<String> {
        let mut versions: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
        for package in &self.packages {
            versions.entry(&package.name).or_default().push(package);
        }
        let several = versions.into_values().filter(|versions| versions.len() > 1);
        let line = |package: &Package| {
            format!("{} {} for {}", package.name, package.version, self.users(&package.id))
        };
        several.flatten().map(line).collect()
    }

    /// A line for every package of others whose licence will not do.
    pub(super) fn unfit_licences(&self) -> Vec<String> {
        let shipped = self.shipped();
        let foreign = self.packages.iter().filter(|package| !self.is_own(&package.id));
        foreign.filter_map(|package| package.fault(!shipped.contains(&*package.id))).collect()
    }

    fn is_own(&self, id: &str) -> bool {
        self.workspace_members.contains(id)
    }

    /// What stands behind the programs, rather than behind their tests alone.
    fn shipped(&self) -> BTreeSet<&str> {
        let nodes: BTreeMap<&str, &Node> =
            self.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
        let mut open: Vec<&str> = self.workspace_members.iter().map(|id| &**id).collect();
        let mut found = BTreeSet::new();
        while let Some(id) = open.pop() {
            if found.insert(id) {
                let edges = nodes.get(id).into_iter().flat_map(|node| &node.deps);
                open.extend(edges.filter(|edge| !edge.is_for_tests()).map(|edge| &*edge.pkg));
            }
        }
        found
    }

    /// The names of those who use a package, in order.
    fn users(&self, id: &str) -> String {
        let uses = |node: &&Node| node.deps.iter().any(|edge| edge.pkg == id);
        let users: BTreeSet<&str> =
            self.resolve.nodes.iter().filter(uses).map(|node| &*node.id).collect();
        let users = self.packages.iter().filter(|package| users.contains(&*package.id));
        let names: BTreeSet<&str> = users.map(|package| &*package.name).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    }
}

impl Package {
    /// What is wrong with the licence, if anything.
    fn fault(&self, tests_only: bool) -> Option<String> {
        let (name, version) = (&self.name, &self.version);
        let Some(licence) = &self.license else {
            return Some(format!("{name} {version} names no licence"));
        };
        match is_fit(licence, tests_only) {
            Ok(true) => None,
            Ok(false) => Some(format!("{name} {version} is under {licence}")),
            Err(why) => Some(format!("{name} {version} is under \"{licence}\": {why}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn package(id: &str, licence: Option<&str>) -> Value {
        let (name, version) = id.split_once('@').unwrap();
        json!({"id": id, "name": name, "version": version, "license": licence, "links": null})
    }

    fn edge(id: &str, kinds: &[Option<&str>]) -> Value {
        let kinds: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind})).collect();
        json!({"pkg": id, "dep_kinds": kinds})
    }

    /// A program of two crates: `app` uses `json` and, for its tests, `checker`; both use a `hash`.
    fn tree(packages: &[Value]) -> Tree {
        let own = [package("app@0.0.0", None), package("lib@0.0.0", None)];
        let packages = [own.as_slice(), packages].concat();
        let text = json!({
            "packages": packages,
            "workspace_members": ["app@0.0.0", "lib@0.0.0"],
            "resolve": {"nodes": [
                {"id": "app@0.0.0", "deps": [
                    edge("lib@0.0.0", &[None]),
                    edge("json@1.2.0", &[None, Some("dev")]),
                    edge("checker@3.0.0", &[Some("dev")]),
                ]},
                {"id": "lib@0.0.0", "deps": []},
                {"id": "json@1.2.0", "deps": [edge("hash@2.0.0", &[Some("build")])]},
                {"id": "checker@3.0.0", "deps": [edge("hash@1.0.0", &[None])]},
                {"id": "hash@1.0.0", "deps": []},
                {"id": "hash@2.0.0", "deps": []},
            ]},
        });
        Tree::read(text.to_string().as_bytes()).unwrap()
    }

    fn with_licences(licences: [Option<&str>; 4]) -> Tree {
        let ids = ["json@1.2.0", "checker@3.0.0", "hash@1.0.0", "hash@2.0.0"];
        let packages = ids.iter().zip(licences).map(|(id, licence)| package(id, licence));
        tree(&packages.collect::<Vec<_>>())
    }

    #[test]
    fn a_package_in_two_versions_is_told_with_its_users() {
        let found = with_licences([Some("MIT"); 4]).duplicates();
        assert_eq!(found, ["hash 1.0.0 for checker", "hash 2.0.0 for json"]);
    }

    #[test]
    fn direct_is_what_the_workspace_names() {
        let tree = with_licences([Some("MIT"); 4]);
        assert_eq!(tree.direct().into_iter().collect::<Vec<_>>(), ["checker", "json", "lib"]);
    }

    #[test]
    fn what_only_tests_use_may_be_under_more_licences() {
        assert!(with_licences([Some("MIT"); 4]).unfit_licences().is_empty());
        let found = with_licences([Some("MPL-2.0"); 4]).unfit_licences();
        assert_eq!(found, ["json 1.2.0 is under MPL-2.0", "hash 2.0.0 is under MPL-2.0"]);
    }

    #[test]
    fn a_licence_that_is_missing_or_cannot_be_read_is_unfit() {
        let found = with_licences([None, Some("MIT OR"), Some("ISC"), Some("ISC")]);
        let expected = [
            "json 1.2.0 names no licence",
            "checker 3.0.0 is under \"MIT OR\": a licence expected at the end",
        ];
        assert_eq!(found.unfit_licences(), expected);
    }

    #[test]
    fn other_text_is_refused() {
        let error = Tree::read(b"{}").err().unwrap();
        assert!(error.starts_with("cargo metadata: missing field"), "{error}");
    }
}
