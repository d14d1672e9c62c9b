//! Maps in the making: drawing on them, and what an editor shows of them.

use plyglot_core::{
    Counter, Draft, DraftEdit, DraftError, DraftNumber, Image, Link, MAX_PLAYERS, MapEditor, Scene,
    Symmetry,
};

use crate::{
    DOCUMENTED_SIZE,
    map::{Content, DIRECTIONS, EMPTY, End, HOLE, Map, STONE},
    options,
    plan::{NUMBERS, Plan},
    reader::{content_of, fault},
    scene,
    setup::palette,
};

pub(crate) const EDITOR: MapEditor = MapEditor { option: "map", builtin: &options::MAPS, draw };

/// The size of an empty map.
const NEW: usize = 8;

const ACTIONS: &[(&str, &str)] = &[
    ("start stones", "a square of stones in the middle, as many in a row as there are players"),
    ("wrap around", "every side at the border is linked with the one across the map"),
    ("tidy", "all that the reader refuses or that has no effect is taken away"),
    ("clear", "every tile is empty, nothing is linked"),
];

fn draw(text: Option<&str>, symmetry: Symmetry, edits: &[DraftEdit]) -> Result<Draft, DraftError> {
    let read = |text| Plan::read(text).map_err(DraftError::Text);
    let mut plan = text.map_or_else(|| Ok(Plan::empty(NEW, NEW)), read)?;
    for edit in edits {
        plan.edit(symmetry, edit).map_err(DraftError::Edit)?;
    }
    Ok(plan.draft())
}

impl Plan {
    fn edit(&mut self, symmetry: Symmetry, edit: &DraftEdit) -> Result<(), String> {
        match edit {
            DraftEdit::Paint { cells, label } => self.paint(&self.images(symmetry)?, cells, *label),
            DraftEdit::Link { from, to } => self.link(&self.images(symmetry)?, *from, *to),
            DraftEdit::Unlink { end } => self.unlink(&self.images(symmetry)?, *end),
            DraftEdit::Resize { width, height, left, top } => {
                self.resize((*width, *height), (*left, *top))
            }
            DraftEdit::Number { name, value } => self.set(name, *value),
            DraftEdit::Act { name } => self.act(name),
            DraftEdit::Symmetrise => {
                self.symmetrise(&self.images(symmetry)?);
                Ok(())
            }
        }
    }

    fn images(&self, symmetry: Symmetry) -> Result<Vec<Image>, String> {
        let (width, height) = (self.width, self.height);
        if !symmetry.kind.fits(width, height) {
            return Err(format!(
                "a map of {width} x {height} has no quarter turns: it is no square"
            ));
        }
        Ok(symmetry.images(width, height, self.players()))
    }

    fn paint(&mut self, images: &[Image], cells: &[usize], label: char) -> Result<(), String> {
        let content = content_of(label.encode_utf8(&mut [0; 4]), self.players());
        let content = content.ok_or_else(|| {
            let labels: Vec<_> =
                palette(self.players()).iter().map(|stamp| stamp.label.to_string()).collect();
            format!("{label:?} is none of {}", labels.join(", "))
        })?;
        if let Some(cell) = cells.iter().find(|cell| **cell >= self.cells.len()) {
            return Err(format!("there is no cell {cell}"));
        }
        self.keeping_possible(|plan| {
            for &cell in cells {
                for image in images {
                    plan.cells[image.cell(cell)] = image_of(content, image);
                }
                plan.cells[cell] = content;
            }
        });
        Ok(())
    }

    /// Makes a change, after which transitions that were possible before and no longer are, are gone.
    fn keeping_possible(&mut self, change: impl FnOnce(&mut Plan)) {
        let before = self.judge().possible;
        change(self);
        let after = self.judge().possible;
        let mut kept = before.iter().zip(after).map(|(before, after)| after || !before);
        self.transitions.retain(|_| kept.next() == Some(true));
    }

    fn end_at(&self, (cell, degrees): (usize, u16)) -> Result<End, String> {
        if cell >= self.cells.len() {
            return Err(format!("there is no cell {cell}"));
        }
        if degrees >= 360 || degrees % 45 != 0 {
            return Err(format!("{degrees} degrees are no direction: expected 0, 45, ... 315"));
        }
        Ok(self.end(cell, u32::from(degrees / 45)))
    }

    fn link(
        &mut self,
        images: &[Image],
        from: (usize, u16),
        to: (usize, u16),
    ) -> Result<(), String> {
        let pair = (self.end_at(from)?, self.end_at(to)?);
        if pair.0 == pair.1 {
            return Err(format!("a transition from {} to itself has no effect", pair.0));
        }
        let mut map = self.judge().map;
        self.join(&mut map, images, pair)
    }

    /// Adds a transition and its images, all of them or none. Images that are there already are left as
    /// they are.
    fn join(&mut self, map: &mut Map, images: &[Image], pair: (End, End)) -> Result<(), String> {
        let mut pairs: Vec<(End, End)> = Vec::new();
        let images = images.iter().map(|image| (moved(image, pair.0), moved(image, pair.1)));
        for (at, (from, to)) in std::iter::once(pair).chain(images).enumerate() {
            let there = map.are_joined(from, to) || pairs.iter().any(|own| same(*own, (from, to)));
            if at > 0 && there {
                continue;
            }
            let twice = |end: &End| pairs.iter().any(|own| own.0 == *end || own.1 == *end);
            let clash = || {
                let end = [from, to].into_iter().find(twice)?;
                Some(format!("another image ends at {end}"))
            };
            let faults = [from, to].into_iter().find_map(|end| fault(&self.cells, map, end));
            if let Some(fault) = faults.or_else(clash) {
                let whose = if at > 0 { "the image in the symmetry, " } else { "" };
                return Err(format!("{whose}transition {from} <-> {to}: {fault}"));
            }
            pairs.push((from, to));
        }
        pairs.iter().for_each(|(from, to)| map.join(*from, *to));
        self.transitions.append(&mut pairs);
        Ok(())
    }

    fn unlink(&mut self, images: &[Image], end: (usize, u16)) -> Result<(), String> {
        let end = self.end_at(end)?;
        let ends_at = |end: End| move |(from, to): &(End, End)| *from == end || *to == end;
        if !self.transitions.iter().any(ends_at(end)) {
            return Err(format!("no transition ends at {end}"));
        }
        self.transitions.retain(|own| !ends_at(end)(own));
        for image in images {
            self.transitions.retain(|own| !ends_at(moved(image, end))(own));
        }
        Ok(())
    }

    fn resize(
        &mut self,
        (width, height): (usize, usize),
        (left, top): (i32, i32),
    ) -> Result<(), String> {
        let sizes = 1..=DOCUMENTED_SIZE;
        if !sizes.contains(&width) || !sizes.contains(&height) {
            return Err(format!("{width} x {height}: maps go up to {DOCUMENTED_SIZE} either way"));
        }
        let mut plan = Plan { numbers: self.numbers, ..Plan::empty(width, height) };
        let shift = |end: End| {
            Some(End {
                x: end.x.checked_add_signed(left)?,
                y: end.y.checked_add_signed(top)?,
                direction: end.direction,
            })
        };
        for (square, content) in self.cells.iter().enumerate() {
            if let Some(square) = shift(self.end(square, 0)).and_then(|end| plan.square(end)) {
                plan.cells[square] = *content;
            }
        }
        let moved = self.transitions.iter().filter_map(|(a, b)| Some((shift(*a)?, shift(*b)?)));
        plan.transitions = moved.collect();
        plan.keep_only_possible();
        *self = plan;
        Ok(())
    }

    fn keep_only_possible(&mut self) {
        let mut possible = self.judge().possible.into_iter();
        self.transitions.retain(|_| possible.next() == Some(true));
    }

    fn set(&mut self, name: &str, value: u32) -> Result<(), String> {
        let Some(idx) = NUMBERS.iter().position(|(known, ..)| *known == name) else {
            let names = NUMBERS.map(|(name, ..)| name).join(", ");
            return Err(format!("{name:?} is none of {names}"));
        };
        let (_, least, most) = NUMBERS[idx];
        if !(least..=most).contains(&value) {
            return Err(format!("{name}: {value}, expected a number from {least} to {most}"));
        }
        self.numbers[idx] = value;
        Ok(())
    }

    fn act(&mut self, name: &str) -> Result<(), String> {
        match name {
            "start stones" => self.add_start_stones()?,
            "wrap around" => self.wrap_around(),
            "tidy" => self.tidy(),
            "clear" => {
                self.cells.fill(EMPTY);
                self.transitions.clear();
            }
            _ => return Err(format!("{name:?} is no action")),
        }
        Ok(())
    }

    /// Every player's stones stand in every row and column once, as on the usual board of two.
    fn add_start_stones(&mut self) -> Result<(), String> {
        let (side, width, height) = (usize::from(self.players()), self.width, self.height);
        if width < side || height < side {
            return Err(format!(
                "the start stones of {side} players do not fit on {width} x {height}"
            ));
        }
        let (left, top) = ((width - side) / 2, (height - side) / 2);
        self.keeping_possible(|plan| {
            for (x, y) in (0..side * side).map(|at| (at % side, at / side)) {
                let seat = (y + side - x % side + 1) % side;
                plan.cells[(top + y) * width + left + x] = STONE + seat as u8;
            }
        });
        Ok(())
    }

    fn wrap_around(&mut self) {
        let mut map = self.judge().map;
        let (width, height) = (self.width as i64, self.height as i64);
        for (square, degrees) in self.free(&map) {
            let from = self.end(square, u32::from(degrees / 45));
            let (dx, dy) = DIRECTIONS[from.direction as usize];
            let (x, y) = (i64::from(from.x) + dx as i64, i64::from(from.y) + dy as i64);
            if (0..width).contains(&x) && (0..height).contains(&y) {
                continue;
            }
            let across = (y.rem_euclid(height) * width + x.rem_euclid(width)) as usize;
            let to = self.end(across, (from.direction + 4) % 8);
            let fits = |map: &Map, end| fault(&self.cells, map, end).is_none();
            if from != to && fits(&map, from) && fits(&map, to) {
                map.join(from, to);
                self.transitions.push((from, to));
            }
        }
    }

    fn tidy(&mut self) {
        for (value, (_, least, most)) in self.numbers.iter_mut().zip(NUMBERS) {
            *value = (*value).clamp(least, most);
        }
        let players = self.players();
        self.cells.iter_mut().filter(|own| **own >= STONE + players).for_each(|own| *own = EMPTY);
        self.transitions.retain(|(from, to)| from != to);
        self.keep_only_possible();
    }

    fn symmetrise(&mut self, images: &[Image]) {
        for cell in 0..self.cells.len() {
            for image in images.iter().rev() {
                let other = image.cell(cell);
                if other > cell {
                    self.cells[other] = image_of(self.cells[cell], image);
                }
            }
        }
        let old = std::mem::take(&mut self.transitions);
        let mut map = self.judge().map;
        for (from, to) in old.into_iter().filter(|(from, to)| from != to) {
            let placed = self.square(from).is_some() && self.square(to).is_some();
            if placed && !map.are_joined(from, to) {
                // What cannot be linked with all its images is left out.
                let _ = self.join(&mut map, images, (from, to));
            }
        }
    }

    fn draft(&self) -> Draft {
        let judged = self.judge();
        let sound = judged.problems.is_empty();
        let (warnings, playable) = if sound { self.warnings() } else { (Vec::new(), false) };
        let number = |(value, (name, least, most)): (&u32, (&'static str, u32, u32))| DraftNumber {
            name,
            value: *value,
            least,
            most,
        };
        Draft {
            text: self.text(),
            width: self.width,
            height: self.height,
            largest: DOCUMENTED_SIZE,
            players: self.players(),
            seats: (1..=MAX_PLAYERS).map(|number| number.to_string()).collect(),
            palette: palette(self.players()),
            numbers: self.numbers.iter().zip(NUMBERS).map(number).collect(),
            actions: ACTIONS,
            scene: self.scene(),
            free: self.free(&judged.map),
            problems: judged.problems,
            warnings,
            playable,
        }
    }

    fn scene(&self) -> Scene {
        let mut scene = Scene { legend: scene::legend(), ..Scene::default() };
        for (square, content) in self.cells.iter().enumerate() {
            scene.cells.push(scene::cell(square % self.width, square / self.width, *content));
            scene.pieces.extend(scene::piece(square, *content));
        }
        let side = |end: End| Some((self.square(end)?, 45 * end.direction as u16));
        let links = self.transitions.iter().filter_map(|(from, to)| {
            Some(Link { from: side(*from)?, to: side(*to)? }).filter(|link| link.from != link.to)
        });
        scene.links = links.collect();
        scene.label_numbers(self.width, self.height);
        let tiles = self.cells.iter().filter(|content| **content != HOLE).count() as i64;
        let links = self.transitions.len() as i64;
        let counter = |(name, value)| Counter { owner: None, name, value };
        scene.counters = [("tiles", tiles), ("transitions", links)].map(counter).to_vec();
        scene
    }
}

/// What stands at the image of a cell.
fn image_of(content: Content, image: &Image) -> Content {
    if content < STONE { content } else { STONE + image.seat(content - STONE) }
}

/// The image of an end.
fn moved(image: &Image, end: End) -> End {
    let (x, y) = image.place(end.x.into(), end.y.into());
    let direction = u32::from(image.direction(45 * end.direction as u16) / 45);
    End { x: x as u32, y: y as u32, direction }
}

fn same((from, to): (End, End), other: (End, End)) -> bool {
    other == (from, to) || other == (to, from)
}
