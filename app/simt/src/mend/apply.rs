//! Applies a fix to a text, without a new line.

use super::language::{Change, Language, insertion_at};
use crate::hazard::Fix;
use crate::program::BarrierKind;
use wgsl::Span;
use wgsl::outline::{Again, Agreement, Assignment, Block, Braces, Located, Outline, Statement, StatementKind, line_of};

/// Returns the changed text; `None` if the fix does not fit it.
pub(super) fn apply(language: &dyn Language, text: &str, fix: &Fix) -> Option<String> {
    if let Fix::Both { guard, order } = fix {
        return apply(language, &apply(language, text, guard)?, order);
    }
    if !language.has(fix) {
        return None;
    }
    if let Fix::Steps { barrier, first, last } = *fix {
        return steps(language, text, barrier, first..=last);
    }
    let outline = language.outline(text)?;
    let changed = Changed {
        language,
        text,
        outline: &outline,
    };
    Some(splice(text, changed.changes(fix)?))
}

/// Gives each statement of a branch a branch of its own, in which all lanes read before any of them writes.
fn steps(
    language: &dyn Language,
    text: &str,
    barrier: BarrierKind,
    lines: std::ops::RangeInclusive<u32>,
) -> Option<String> {
    let first = *lines.start();
    let mut text = text.to_owned();
    for line in lines.clone().skip(1) {
        text = apply(language, &text, &Fix::SplitBranch { barrier, line }).unwrap_or(text);
    }
    for line in lines {
        let split = apply(language, &text, &Fix::ReadFirst { barrier, line });
        // A line without an assignment has nothing to read first.
        match split {
            Some(changed) => text = changed,
            None if line == first => return None,
            None => {}
        }
    }
    Some(text)
}

/// Returns the text with changes that do not overlap.
fn splice(text: &str, mut changes: Vec<Change>) -> String {
    changes.sort_by_key(|(span, _)| (span.start, span.end));
    let mut new = String::with_capacity(text.len() + 256);
    let mut copied = 0;
    for (span, replacement) in changes {
        new.push_str(&text[copied..span.start as usize]);
        new.push_str(&replacement.replace('\n', " "));
        // Every line stays where it is.
        let lines = text[span.range()].matches('\n').count();
        new.extend(std::iter::repeat_n('\n', lines));
        copied = span.end as usize;
    }
    new.push_str(&text[copied..]);
    new
}

/// A text that is being changed.
struct Changed<'t> {
    language: &'t dyn Language,
    text: &'t str,
    outline: &'t Outline,
}

impl<'t> Changed<'t> {
    fn changes(&self, fix: &Fix) -> Option<Vec<Change>> {
        let place_in = |line: u32| self.outline.statement_in(self.text, line);
        Some(match fix {
            Fix::BarrierBefore { barrier, line } => self.before(&place_in(*line)?, &self.language.barrier(*barrier)),
            Fix::WarpBarrier { line } => self.before(&place_in(*line)?, self.language.warp_barrier()?),
            Fix::WarpSteps { first, last } => self.warp_steps(*first, *last)?,
            Fix::SplitBranch { barrier, line } => {
                let place = place_in(*line)?;
                let condition = self.split(&place)?;
                let barrier = self.language.barrier(*barrier);
                let text = format!("}} {barrier} if ({condition}) {{ ");
                vec![(insertion_at(place.statement.span.start), text)]
            }
            Fix::BarrierAfter { barrier, line } => {
                let body = self.loop_body(place_in(*line)?)?;
                self.at_end(body, &self.language.barrier(*barrier))
            }
            Fix::ReplaceBarrier { line, by, .. } => {
                let place = self.barrier_in(*line)?;
                vec![(place.statement.span, self.language.barrier(*by))]
            }
            Fix::BarrierBeside { line, barrier } => {
                let place = self.barrier_in(*line)?;
                let end = insertion_at(place.statement.span.end);
                vec![(end, format!(" {}", self.language.barrier(*barrier)))]
            }
            Fix::ReadFirst { barrier, line } => {
                let is_assignment = |statement: &Statement| matches!(statement.kind, StatementKind::Assignment(_));
                let place = self.outline.find(self.text, *line, &is_assignment)?;
                self.read_first(&place, *barrier)?
            }
            Fix::Atomic { line, .. } => {
                let place = place_in(*line)?.innermost();
                self.language.atomic(self.text, place.statement.span)?
            }
            Fix::OneLane { condition, line } => self.one_lane(&place_in(*line)?.innermost(), condition)?,
            Fix::Guard { condition, line } => self.guarded(place_in(*line)?, condition)?,
            Fix::GuardValue {
                condition,
                text,
                line,
                column,
            } => self.guarded_value(condition, text, (*line, *column))?,
            Fix::HoistBarrier { line } => self.hoisted(&self.barrier_in(*line)?)?,
            Fix::Combine { .. }
            | Fix::TwoDispatches
            | Fix::WriteFirst { .. }
            | Fix::WorkInsideLoop { .. }
            | Fix::Steps { .. }
            | Fix::Separate { .. }
            | Fix::Both { .. } => return None,
        })
    }

    /// Lets only the first thread execute an assignment, if all threads agree on its value and come to it.
    fn one_lane(&self, place: &Located<'_>, condition: &str) -> Option<Vec<Change>> {
        let is_agreed = |statement: &Statement| match statement.kind {
            StatementKind::Branch { .. } | StatementKind::Assignment(_) => statement.agreement == Agreement::SameForAll,
            _ => true,
        };
        let mut all = place.around.iter().chain([&place.statement]);
        let is_assignment = matches!(place.statement.kind, StatementKind::Assignment(_));
        if !is_assignment || !all.all(|statement| is_agreed(statement)) {
            return None;
        }
        self.outline.first_thread.as_ref()?;
        Some(wrapped(place.statement, condition))
    }

    /// Writes a condition around a statement. A variable that it declares stays outside.
    fn guarded(&self, place: Located<'_>, condition: &str) -> Option<Vec<Change>> {
        if changes_something(condition) {
            return None;
        }
        match &place.statement.kind {
            StatementKind::Declaration(declared) => {
                let variable = self.language.variable(&declared.name, &declared.ty);
                let (name, value) = (&declared.name, self.quote(declared.value));
                let text = format!("{variable} if ({condition}) {{ {name} = {value}; }}");
                Some(vec![(place.statement.span, text)])
            }
            StatementKind::Assignment(_) | StatementKind::Call => Some(wrapped(place.statement, condition)),
            _ => None,
        }
    }

    /// Writes a choice in place of an access that begins at a line and a column.
    fn guarded_value(&self, condition: &str, text: &str, (line, column): (u32, u32)) -> Option<Vec<Change>> {
        if changes_something(condition) {
            return None;
        }
        let start = self.offset(line, column)?;
        let access = Span {
            start,
            end: start + text.len() as u32,
        };
        // An access over several lines is quoted in another form.
        if self.text.get(access.range()) != Some(text) {
            return None;
        }
        Some(vec![(access, format!("(({condition}) ? {text} : 0)"))])
    }

    /// Moves a barrier out of the branch around it.
    fn hoisted(&self, place: &Located<'_>) -> Option<Vec<Change>> {
        let around = place.around.last()?;
        let barrier = self.quote(place.statement.span);
        match place.block.braces {
            Braces::Written => {
                let condition = self.split(place)?;
                let text = format!("}} {barrier} if ({condition}) {{");
                Some(vec![(place.statement.span, text)])
            }
            // The condition stands around the barrier alone.
            Braces::None => {
                self.condition(around)?;
                Some(vec![(around.span, barrier.to_owned())])
            }
        }
    }

    /// Returns the byte at a line and a column, which counts characters.
    fn offset(&self, line: u32, column: u32) -> Option<u32> {
        let mut lines = self.text.split_inclusive('\n');
        let before = lines.by_ref().take(line.checked_sub(1)? as usize);
        let start: usize = before.map(str::len).sum();
        let text = lines.next()?;
        let (inside, _) = text.char_indices().nth(column.checked_sub(1)? as usize)?;
        u32::try_from(start + inside).ok()
    }

    fn quote(&self, span: Span) -> &'t str {
        &self.text[span.range()]
    }

    /// Returns the condition of an `if` without other branches, if its result is the same in the middle of the branch.
    fn condition(&self, statement: &Statement) -> Option<&'t str> {
        match statement.kind {
            StatementKind::Branch {
                condition,
                again: Again::SameResult,
            } => Some(self.quote(condition)),
            _ => None,
        }
    }

    /// Returns the condition of the branch around a statement, where the branch can end before it and begin again.
    fn split(&self, place: &Located<'_>) -> Option<&'t str> {
        if place.block.braces == Braces::None || place.is_around_alone() {
            return None;
        }
        self.condition(place.around.last()?)
    }

    /// Writes before a statement, in braces with it if it is alone in its block.
    fn before(&self, place: &Located<'_>, text: &str) -> Vec<Change> {
        let span = place.statement.span;
        match place.block.braces {
            Braces::Written => vec![(insertion_at(span.start), format!("{text} "))],
            Braces::None => vec![
                (insertion_at(span.start), format!("{{ {text} ")),
                (insertion_at(span.end), " }".to_owned()),
            ],
        }
    }

    /// Writes at the end of a block.
    fn at_end(&self, block: &Block, text: &str) -> Vec<Change> {
        let end = match block.statements.last() {
            Some(last) => last.span.end,
            None => block.span.end - 1,
        };
        match block.braces {
            Braces::Written => vec![(insertion_at(end), format!(" {text}"))],
            Braces::None => vec![
                (insertion_at(block.span.start), "{ ".to_owned()),
                (insertion_at(end), format!(" {text} }}")),
            ],
        }
    }

    /// Returns the body of the innermost loop around what stands in the line of a statement: loop and statement may stand
    /// in one line.
    fn loop_body<'o>(&self, place: Located<'o>) -> Option<&'o Block> {
        let line = line_of(self.text, place.statement.span.start);
        let mut all = place.around;
        let mut inner = Some(place.statement);
        while let Some(statement) = inner {
            all.push(statement);
            inner = match statement.blocks.as_slice() {
                [body] => match body.statements.as_slice() {
                    [only] if line_of(self.text, only.span.start) == line => Some(only),
                    _ => None,
                },
                _ => None,
            };
        }
        let mut loops = all.into_iter().rev();
        let innermost = loops.find(|statement| matches!(statement.kind, StatementKind::Loop))?;
        innermost.blocks.first()
    }

    /// Returns the barrier that stands in a line.
    fn barrier_in(&self, line: u32) -> Option<Located<'t>> {
        let is_barrier = |statement: &Statement| matches!(statement.kind, StatementKind::Barrier);
        self.outline.find(self.text, line, &is_barrier)
    }

    /// Computes the new value of each assignment in these lines into a variable, then passes a barrier of the warp, then
    /// stores it, and passes another one.
    fn warp_steps(&self, first: u32, last: u32) -> Option<Vec<Change>> {
        let block = self.outline.statement_in(self.text, first)?.block;
        let barrier = self.language.warp_barrier()?;
        let name = self.free_name();
        let mut changes = Vec::new();
        for statement in &block.statements {
            let line = line_of(self.text, statement.span.start);
            if !(first..=last).contains(&line) {
                continue;
            }
            let StatementKind::Assignment(assignment) = &statement.kind else {
                // What reads alone comes behind the barrier of the step before.
                continue;
            };
            let (target, ty, value) = self.step(assignment)?;
            let declared = self.language.value(&name, ty, &value);
            let text = format!("{{ {declared} {barrier} {target} = {name}; {barrier} }}");
            changes.push((statement.span, text));
        }
        (!changes.is_empty()).then_some(changes)
    }

    /// Returns the target of an assignment, its type, and its new value.
    fn step<'a>(&self, assignment: &'a Assignment) -> Option<(&'t str, &'a str, String)> {
        let Assignment {
            target,
            ty: Some(ty),
            operator,
            value: Some(value),
        } = assignment
        else {
            return None;
        };
        let (target, value) = (self.quote(*target), self.quote(*value));
        let value = match operator {
            Some(operator) => format!("{target} {operator} ({value})"),
            None => value.to_owned(),
        };
        Some((target, ty, value))
    }

    /// Returns a name that the text does not have.
    fn free_name(&self) -> String {
        let numbered = (2..).map(|number| format!("mended_{number}"));
        let mut names = std::iter::once("mended".to_owned()).chain(numbered);
        names
            .find(|name| !self.text.contains(name.as_str()))
            .unwrap_or_default()
    }

    /// Computes the new value of an assignment into a variable, then passes a barrier, then stores it.
    fn read_first(&self, place: &Located<'_>, barrier: BarrierKind) -> Option<Vec<Change>> {
        let StatementKind::Assignment(assignment) = &place.statement.kind else {
            return None;
        };
        let name = self.free_name();
        let (target, ty, value) = self.step(assignment)?;
        // The branches around it are taken twice, so they contain nothing else.
        let mut outer = place.statement;
        let mut conditions: Vec<&str> = Vec::new();
        let mut in_loop = false;
        for around in place.around.iter().rev() {
            if matches!(around.kind, StatementKind::Loop) {
                in_loop = true;
                break;
            }
            let condition = self.condition(around)?;
            let [body] = around.blocks.as_slice() else {
                return None;
            };
            if body.statements.len() != 1 {
                return None;
            }
            conditions.insert(0, condition);
            outer = around;
        }
        let open: String = conditions
            .iter()
            .map(|condition| format!("if ({condition}) {{ "))
            .collect();
        let close = " }".repeat(conditions.len());
        let call = self.language.barrier(barrier);
        let again = if in_loop { format!(" {call}") } else { String::new() };
        let declared = if conditions.is_empty() {
            self.language.value(&name, ty, &value)
        } else {
            let variable = self.language.variable(&name, ty);
            format!("{variable} {open}{name} = {value};{close}")
        };
        let text = format!("{declared} {call} {open}{target} = {name};{close}{again}");
        Some(vec![(outer.span, format!("{{ {text} }}"))])
    }
}

/// Returns true for an index that changes something, which is computed once.
fn changes_something(condition: &str) -> bool {
    condition.contains("++") || condition.contains("--")
}

fn wrapped(statement: &Statement, condition: &str) -> Vec<Change> {
    vec![
        (insertion_at(statement.span.start), format!("if ({condition}) {{ ")),
        (insertion_at(statement.span.end), " }".to_owned()),
    ]
}
