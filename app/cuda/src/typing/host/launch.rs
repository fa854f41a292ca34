//! Reads launches: `k<<<grid, block, bytes, stream>>>(arguments)`, and calls of `cudaLaunchKernel`.

use super::array::Contents;
use super::value::{Value, member_name};
use super::walk::Walk;
use super::{Launch, Lost, Passed, Pointed, Reached, Written};
use crate::error::{Span, error};
use crate::lex::{Kind, Token};
use crate::parse;
use crate::syntax::{Argument, Expr, ExprKind, Function, Name, TemplateParameter, TypeKind, TypeName, Unary};
use std::rc::Rc;

/// The most launches that are listed.
const MOST_LAUNCHES: usize = 200;

/// The most commas in the template arguments of one argument.
const MOST_COMMAS: usize = 8;

impl Walk<'_> {
    pub(super) fn launch(&mut self, tokens: &[Token], chevrons: usize) {
        match self.read_launch(tokens, chevrons) {
            Some(launch) => self.record(launch),
            None => self.errors.push(*error(
                tokens[chevrons].span,
                "the launch cannot be read: its list ends with `>>>`, and its arguments stand in round brackets",
            )),
        }
    }

    /// Cuts the arguments of a launch at their commas. One in `Mean<float, 3>()` cuts nothing.
    fn arguments<'t>(&self, tokens: &'t [Token]) -> Vec<&'t [Token]> {
        let mut arguments = Vec::new();
        let mut parts = parse::cut(tokens).into_iter();
        let mut start = 0;
        while let Some(part) = parts.next() {
            let mut end = start + part.len();
            let opens = part.iter().any(|token| token.is("<"));
            if opens && parse::expression(part, &self.known).is_err() {
                let mut whole = end;
                let mut taken = 0;
                for (index, next) in parts.clone().take(MOST_COMMAS).enumerate() {
                    whole += 1 + next.len();
                    if parse::expression(&tokens[start..whole], &self.known).is_ok() {
                        (end, taken) = (whole, index + 1);
                        break;
                    }
                }
                parts.by_ref().take(taken).for_each(drop);
            }
            arguments.push(&tokens[start..end]);
            start = end + 1;
        }
        arguments
    }

    fn record(&mut self, launch: Launch) {
        if self.sequence.is_some() {
            return self.step(&launch);
        }
        let is_same = |other: &Launch| {
            let numbers =
                |launch: &Launch| -> Vec<Option<f64>> { launch.arguments.iter().map(|given| given.number).collect() };
            other.span == launch.span
                && (launch.reached == Reached::Never
                    || other.template_text == launch.template_text
                        && (other.grid, other.block, other.shared_bytes)
                            == (launch.grid, launch.block, launch.shared_bytes)
                        && numbers(other) == numbers(&launch))
        };
        let whole = |launch: &Launch| launch.template.len() == launch.template_text.len();
        if whole(&launch) {
            self.found.retain(|other| other.span != launch.span || whole(other));
        } else if self.found.iter().any(|other| other.span == launch.span) {
            return;
        }
        if launch.reached == Reached::Maybe {
            self.found
                .retain(|other| other.span != launch.span || other.reached == Reached::Maybe);
        }
        if !self.found.iter().any(is_same) && self.found.len() < MOST_LAUNCHES {
            self.found.push(launch);
        }
    }

    fn read_launch(&mut self, tokens: &[Token], chevrons: usize) -> Option<Launch> {
        let (name, template) = kernel_before(tokens, chevrons)?;
        let kernel = &tokens[name];
        let is_kernel = self.file.functions.iter().any(|function| function.name == kernel.text);
        if !is_kernel && self.slot(&kernel.text).is_none() && kernel.kind == Kind::Word {
            self.unknown_kernel(&kernel.text, kernel.span);
        }
        let end = end_of_setting(tokens, chevrons + 1)?;
        let setting = parse::cut(tokens.get(chevrons + 1..end)?);
        let arguments = in_parenthesis(tokens.get(end + 4..)?);
        let dimension = |walk: &mut Self, index: usize| {
            let tokens = setting.get(index)?;
            walk.value_of(tokens)
        };
        let mut unknown = None;
        let grid = self.explained(&mut unknown, |walk| sizes(dimension(walk, 0)?));
        let block = self.explained(&mut unknown, |walk| sizes(dimension(walk, 1)?));
        let shared_bytes = match setting.get(2) {
            None => Some(0),
            Some(tokens) => self.explained(&mut unknown, |walk| bytes(walk.value_of(tokens)?)),
        };
        let given: Vec<Argument> = cut_template(template)
            .into_iter()
            .filter_map(|part| parse::argument(part, &self.known).ok())
            .collect();
        let values: Vec<(String, Option<Expr>)> = self
            .arguments(arguments)
            .into_iter()
            .map(|part| (text_of(part), parse::expression(part, &self.known).ok()))
            .collect();
        let passed: Vec<Passed> = values
            .iter()
            .map(|(text, value)| self.passed(text.clone(), value.as_ref(), &mut unknown))
            .collect();
        let values: Vec<Option<Expr>> = values.into_iter().map(|(_, value)| value).collect();
        let members = self.passed_members(&kernel.text, &values);
        let span = kernel.span.to(tokens.get(end).map_or(kernel.span, |token| token.span));
        let (template, template_text) = self.template(&kernel.text, given, &passed);
        self.written_by(&kernel.text, &passed, &members);
        Some(Launch {
            kernel: kernel.text.clone(),
            template,
            template_text,
            grid,
            block,
            shared_bytes,
            arguments: passed,
            members,
            unfollowed: self.unfollowed_symbols(),
            unknown,
            span,
            reached: self.reached,
        })
    }

    /// Reports a launch of a kernel that is not in the text.
    fn unknown_kernel(&mut self, name: &str, span: Span) {
        let kernels = self.file.functions.iter().filter(|function| function.kernel);
        let near = wgsl::nearest(name, kernels.map(|function| &*function.name));
        let unknown = error(
            span,
            format!("the kernel `{name}` that is launched here is not in the text"),
        );
        let unknown = match near {
            Some(near) => unknown.help(format!("did you mean `{near}`?")),
            None => unknown,
        };
        if !self.errors.contains(&unknown) {
            self.errors.push(*unknown);
        }
    }

    /// Reads `cudaLaunchKernel((void *)k, grid, block, arguments, bytes, stream)` and its cooperative form.
    pub(super) fn launch_call(&mut self, arguments: &[Expr], span: Span) {
        let [kernel, grid, block, list, rest @ ..] = arguments else {
            return;
        };
        let Some(name) = named(kernel) else { return };
        let given: Vec<Argument> = name.arguments.clone().unwrap_or_default();
        let list = match &list.kind {
            ExprKind::Name(list) => self.slot(&list.text).and_then(|slot| slot.list.clone()),
            _ => None,
        };
        let mut unknown = None;
        let mut passed = Vec::new();
        let mut values = Vec::new();
        for value in list.iter().flat_map(|list| list.iter()) {
            let mut value = value;
            while let ExprKind::Cast(_, inner) | ExprKind::Unary(Unary::Address, inner) = &value.kind {
                value = inner;
            }
            let text = match &value.kind {
                ExprKind::Name(name) => name.text.to_string(),
                _ => String::new(),
            };
            passed.push(self.passed(text, Some(value), &mut unknown));
            values.push(Some(value.clone()));
        }
        let members = self.passed_members(&name.text, &values);
        let (template, template_text) = self.template(&name.text, given, &passed);
        self.written_by(&name.text, &passed, &members);
        let launch = Launch {
            kernel: name.text.clone(),
            template,
            template_text,
            grid: self.explained(&mut unknown, |walk| sizes(walk.fold(grid)?)),
            block: self.explained(&mut unknown, |walk| sizes(walk.fold(block)?)),
            shared_bytes: match rest.first() {
                None => Some(0),
                Some(value) => self.explained(&mut unknown, |walk| bytes(walk.fold(value)?)),
            },
            arguments: passed,
            members,
            unfollowed: self.unfollowed_symbols(),
            unknown,
            span,
            reached: self.reached,
        };
        self.record(launch);
    }

    /// Reads an argument; adds to `unknown` the name without which it is not known.
    fn passed(&mut self, text: String, value: Option<&Expr>, unknown: &mut Option<Lost>) -> Passed {
        // A structure has no value of its own.
        let is_structure = value
            .and_then(member_name)
            .is_some_and(|name| !self.members_of(&name).is_empty());
        let value = value.filter(|_| !is_structure);
        let folded = value.and_then(|value| self.explained(unknown, |walk| walk.fold(value)));
        let ty = value.and_then(|value| self.type_of(value));
        self.passed_value(text, folded, ty)
    }

    pub(super) fn passed_value(&mut self, text: String, value: Option<Value>, ty: Option<TypeName>) -> Passed {
        let (number, pointer) = match value {
            Some(Value::Int(number)) => (Some(number as f64), None),
            Some(Value::Float(number)) => (Some(number), None),
            Some(Value::Null) => (None, Some(Pointed::Null)),
            Some(Value::Pointer(root, Some(0))) => (None, Some(Pointed::Start(root))),
            Some(Value::Pointer(root, offset)) => (offset.map(|offset| offset as f64), Some(Pointed::Inside(root))),
            Some(Value::Extent(_)) | None => (None, None),
        };
        let root = pointer.as_ref().and_then(Pointed::root);
        let bytes = root.and_then(|root| self.allocated.get(root).copied());
        let freed = root.and_then(|root| self.freed_at(root));
        let contents = match root.and_then(|root| self.contents.get(root)) {
            None => None,
            Some(Contents::Known(array)) => Some(Written::Bytes(array.of_device())),
            Some(Contents::Unfollowed(_)) => Some(Written::Unfollowed),
        };
        Passed {
            text,
            number,
            pointer,
            bytes,
            freed,
            contents,
            ty,
        }
    }

    fn unfollowed_symbols(&self) -> Vec<Rc<str>> {
        let variables = self.file.variables.iter();
        let names = variables.map(|variable| variable.name.clone());
        names
            .filter(|name| matches!(self.contents.get(name), Some(Contents::Unfollowed(_))))
            .collect()
    }

    /// Forgets the contents of arrays that a kernel may write.
    fn written_by(&mut self, kernel: &str, passed: &[Passed], members: &[(String, Passed)]) {
        for (_, member) in members {
            if let Some(root) = member.pointer.as_ref().and_then(Pointed::root) {
                self.contents.remove(root);
                self.computed(root);
            }
        }
        let file = self.file;
        let mut functions = file.functions.iter();
        let function = functions.find(|function| *function.name == *kernel && function.kernel);
        let parameters = function.map_or(&[][..], |function| &function.parameters);
        for (index, passed) in passed.iter().enumerate() {
            let is_read_only = parameters
                .get(index)
                .is_some_and(|parameter| matches!(&parameter.ty.kind, TypeKind::Pointer(target) if target.constant));
            if let (Some(root), false) = (passed.pointer.as_ref().and_then(Pointed::root), is_read_only) {
                self.contents.remove(root);
                self.computed(root);
            }
        }
    }

    /// Returns the template arguments of a launch with their texts: those that it gives, and those that follow from its
    /// arguments.
    fn template(&mut self, kernel: &str, given: Vec<Argument>, passed: &[Passed]) -> (Vec<Argument>, Vec<String>) {
        let put = |argument: Argument, text: String, to: &mut (Vec<_>, Vec<_>)| {
            to.0.push(argument);
            to.1.push(text);
        };
        let mut all = (Vec::new(), Vec::new());
        for argument in given {
            match argument {
                Argument::Type(ty) => {
                    let ty = self.plain(&ty);
                    let text = type_text(&ty);
                    put(Argument::Type(ty), text, &mut all);
                }
                Argument::Value(value) => match self.fold(&value) {
                    Some(Value::Int(number)) => {
                        let kind = ExprKind::Integer {
                            value: number as u64,
                            unsigned: false,
                            long: false,
                        };
                        let value = Expr { kind, span: value.span };
                        put(Argument::Value(value), number.to_string(), &mut all);
                    }
                    _ => {
                        let text = match &value.kind {
                            ExprKind::Name(name) => name.text.to_string(),
                            _ => String::new(),
                        };
                        // A template parameter of the host, whose type is known.
                        let ty = match &value.kind {
                            ExprKind::Name(name) => Some(self.plain(&plain_type(name.clone()))),
                            _ => None,
                        };
                        match ty.filter(|ty| type_text(ty) != text) {
                            Some(ty) => {
                                let text = type_text(&ty);
                                put(Argument::Type(ty), text, &mut all);
                            }
                            // It depends on a template of the host: the text alone is known.
                            None => all.1.push(text),
                        }
                    }
                },
            }
        }
        let file = self.file;
        let function = file
            .functions
            .iter()
            .find(|function| *function.name == *kernel && function.kernel);
        if let Some(function) = function {
            for parameter in function.template.iter().skip(all.0.len()) {
                let Some(ty) = deduced(function, parameter, passed) else {
                    break;
                };
                let text = type_text(&ty);
                put(Argument::Type(ty), text, &mut all);
            }
        }
        all
    }
}

/// Finds a type parameter by comparing the types of parameters with those of the arguments.
fn deduced(function: &Function, parameter: &TemplateParameter, passed: &[Passed]) -> Option<TypeName> {
    let TemplateParameter::Type { name, .. } = parameter else {
        return None;
    };
    let mut pairs = function.parameters.iter().zip(passed);
    pairs.find_map(|(parameter, passed)| compare(&parameter.ty, passed.ty.as_ref()?, name))
}

fn compare(written: &TypeName, given: &TypeName, name: &str) -> Option<TypeName> {
    match (&written.kind, &given.kind) {
        (TypeKind::Reference(target), _) => compare(target, given, name),
        (_, TypeKind::Reference(target)) => compare(written, target, name),
        (TypeKind::Pointer(target), TypeKind::Pointer(inner) | TypeKind::Array(inner, _)) => {
            compare(target, inner, name)
        }
        (TypeKind::Named(written), kind) if *written.text == *name => {
            let mut ty = given.clone();
            if let TypeKind::Array(element, _) = kind {
                ty.kind = TypeKind::Pointer(element.clone());
            }
            ty.constant = false;
            Some(ty)
        }
        _ => None,
    }
}

fn named(value: &Expr) -> Option<&Name> {
    match &value.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Cast(_, inner) | ExprKind::Unary(Unary::Address, inner) => named(inner),
        _ => None,
    }
}

fn plain_type(name: Name) -> TypeName {
    let span = name.span;
    TypeName {
        kind: TypeKind::Named(name),
        constant: false,
        volatile: false,
        span,
    }
}

/// Returns a type as C writes it.
pub(crate) fn type_text(ty: &TypeName) -> String {
    match &ty.kind {
        TypeKind::Named(name) => name.text.to_string(),
        TypeKind::Auto => "auto".to_owned(),
        TypeKind::Pointer(target) | TypeKind::Array(target, _) => {
            format!("{} *", type_text(target))
        }
        TypeKind::Reference(target) => type_text(target),
    }
}

/// Returns the sizes of a grid or a block. Either may turn out to be empty.
fn sizes(value: Value) -> Option<[u32; 3]> {
    let extent = value.extent()?;
    let fits = extent.iter().all(|&value| (0..=i64::from(u32::MAX)).contains(&value));
    fits.then(|| extent.map(|value| value as u32))
}

fn bytes(value: Value) -> Option<u32> {
    value.integer().and_then(|bytes| u32::try_from(bytes).ok())
}

fn text_of(tokens: &[Token]) -> String {
    let mut text = String::new();
    for token in tokens {
        let space = !token.joined && !text.is_empty();
        if space {
            text.push(' ');
        }
        text += &token.text;
    }
    text
}

/// Cuts template arguments at commas outside of brackets and of inner `<…>`.
fn cut_template(tokens: &[Token]) -> Vec<&[Token]> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0i32, 0);
    for (index, token) in tokens.iter().enumerate() {
        match &*token.text {
            "(" | "<" => depth += 1,
            ")" | ">" => depth -= 1,
            "," if depth == 0 => {
                parts.push(&tokens[start..index]);
                start = index + 1;
            }
            _ => {}
        }
    }
    if start < tokens.len() {
        parts.push(&tokens[start..]);
    }
    parts
}

/// Returns the place of the kernel's name before the `<<<` of a launch, and its template arguments.
fn kernel_before(tokens: &[Token], launch: usize) -> Option<(usize, &[Token])> {
    let mut name = launch.checked_sub(1)?;
    let mut template: &[Token] = &[];
    if tokens[name].is(">") {
        let mut depth = 0;
        let close = name;
        loop {
            match &*tokens[name].text {
                ">" => depth += 1,
                "<" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
            name = name.checked_sub(1)?;
        }
        template = &tokens[name + 1..close];
        name = name.checked_sub(1)?;
    }
    Some((name, template))
}

/// Returns the place of the `>>>` behind the settings of a launch.
fn end_of_setting(tokens: &[Token], start: usize) -> Option<usize> {
    let mut depth = 0;
    let mut end = start;
    while let Some(token) = tokens.get(end) {
        match &*token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            ">" if depth == 0
                && tokens
                    .get(end + 1)
                    .is_some_and(|next| next.is(">") && next.joined)
                // An editor may put a blank before the last one.
                && tokens.get(end + 2).is_some_and(|next| next.is(">")) =>
            {
                return Some(end);
            }
            _ => {}
        }
        end += 1;
    }
    None
}

/// Returns the tokens up to the `)` that closes an open one before them.
fn in_parenthesis(tokens: &[Token]) -> &[Token] {
    let mut depth = 1;
    for (index, token) in tokens.iter().enumerate() {
        match &*token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &tokens[..index];
        }
    }
    tokens
}
