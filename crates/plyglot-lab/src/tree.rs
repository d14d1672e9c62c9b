//! A tree of moves: a game with its branches, and a place in it.

use plyglot_catalog::Opened;
use plyglot_core::AnySession;
use serde::{Deserialize, Serialize};

use crate::{Code, Error, Position};

/// The name of a node in its tree; the root is 0, and a node's is greater than its parent's.
pub type NodeId = usize;

/// A ply in the tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The position before it; none for the root.
    pub parent: Option<NodeId>,
    /// The ply in canonical spelling; empty for the root.
    #[serde(rename = "move")]
    pub ply: String,
    /// What was played from here, the main line first.
    pub children: Vec<NodeId>,
    /// What somebody wrote about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

/// A tree of moves with a current node. One step back or forward costs one ply, however long the game.
pub struct Tree {
    game: String,
    session: Box<dyn AnySession>,
    nodes: Vec<Node>,
    at: NodeId,
    most: usize,
}

impl Tree {
    /// A tree of at most so many nodes, rooted in the position of an opened game.
    pub fn new(opened: &Opened, most: usize) -> Tree {
        let root =
            Node { parent: None, ply: String::new(), children: Vec::new(), comment: String::new() };
        let (game, session) = (opened.spec.clone(), opened.session.boxed());
        Tree { game, session, nodes: vec![root], at: 0, most }
    }

    /// The game at the current node.
    pub fn session(&self) -> &dyn AnySession {
        &*self.session
    }

    /// The position of the current node.
    pub fn position(&self) -> Position {
        Position::of(&self.game, &*self.session)
    }

    /// All nodes, by their names.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The current node.
    pub fn current(&self) -> NodeId {
        self.at
    }

    /// Plays a ply in any accepted spelling: into the branch that begins with it, or a new one.
    pub fn play(&mut self, text: &str) -> Result<NodeId, Error> {
        self.session.play(text).map_err(|error| Error::text("move", &error))?;
        let ply = self.session.played().last().cloned().unwrap_or_default();
        let known =
            self.nodes[self.at].children.iter().find(|child| self.nodes[**child].ply == ply);
        if let Some(child) = known {
            self.at = *child;
            return Ok(self.at);
        }
        if self.nodes.len() >= self.most {
            self.session.undo();
            let message = format!("a tree has at most {} moves", self.most);
            return Err(Error::new(Code::Limit, "move", message));
        }
        let child = self.nodes.len();
        let (parent, children) = (Some(self.at), Vec::new());
        self.nodes.push(Node { parent, ply, children, comment: String::new() });
        self.nodes[self.at].children.push(child);
        self.at = child;
        Ok(child)
    }

    /// Goes one ply back; false at the root.
    pub fn back(&mut self) -> bool {
        let Some(parent) = self.nodes[self.at].parent else { return false };
        self.session.undo();
        self.at = parent;
        true
    }

    /// Goes one ply forward in the main line; false at its end.
    pub fn forward(&mut self) -> bool {
        let Some(child) = self.nodes[self.at].children.first() else { return false };
        self.step(*child);
        true
    }

    /// Goes to a node, over the node that both have in common.
    pub fn go(&mut self, to: NodeId) -> Result<(), Error> {
        if to >= self.nodes.len() {
            return Err(Error::new(Code::NotFound, "node", format!("there is no node {to}")));
        }
        // A parent's name is smaller, so the greater of two names is never above the other.
        let (mut from, mut target, mut way) = (self.at, to, Vec::new());
        while from != target {
            if from > target {
                from = self.nodes[from].parent.unwrap_or_default();
                self.back();
            } else {
                way.push(target);
                target = self.nodes[target].parent.unwrap_or_default();
            }
        }
        way.into_iter().rev().for_each(|node| self.step(node));
        Ok(())
    }

    /// Makes the current node the first of its siblings.
    pub fn promote(&mut self) {
        if let Some(parent) = self.nodes[self.at].parent {
            let children = &mut self.nodes[parent].children;
            let place = children.iter().position(|own| *own == self.at).unwrap_or_default();
            children[..=place].rotate_right(1);
        }
    }

    /// Writes about the current node.
    pub fn comment(&mut self, text: &str) {
        text.clone_into(&mut self.nodes[self.at].comment);
    }

    fn step(&mut self, child: NodeId) {
        let played = self.session.play(&self.nodes[child].ply);
        debug_assert!(played.is_ok(), "a ply of the tree was legal when it was entered");
        self.at = child;
    }
}
