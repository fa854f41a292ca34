//! Files of numbers: tables as text (CSV, TSV), JSON, NumPy's `.npy`, and raw words.

use simt::ScalarType;

/// The contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Data {
    Table(Table),
    /// Raw bytes of a `.bin` or `.raw` file.
    Bytes(Vec<u8>),
}

/// Rows of numbers, as they are written in the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// The names of the columns; numbers from 1 without a header.
    pub columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// The reason why a file holds no numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataError {
    /// A text with something else than a number: the line from 1, and the item.
    NotNumber {
        line: usize,
        text: String,
    },
    /// Neither text nor a format that is known. Raw bytes must be named so.
    Unknown,
    /// A `.json` file that is not JSON: the line of the error.
    NotJson {
        line: usize,
    },
    /// A `.json` file with other values than numbers.
    Json {
        message: String,
    },
    /// A `.npy` file of another type or form: what is wrong.
    Npy {
        message: String,
    },
    Empty,
}

impl Table {
    /// Returns the numbers of one column, or of all columns row by row, as a list.
    pub fn list(&self, column: Option<usize>) -> String {
        let rows = self.rows.iter().map(|row| match column {
            None => row.join(", "),
            Some(column) => row.get(column).cloned().unwrap_or_default(),
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    fn of_values(values: Vec<String>) -> Self {
        Table {
            columns: vec!["1".to_owned()],
            rows: values.into_iter().map(|value| vec![value]).collect(),
        }
    }
}

/// Reads a file by the ending of its name. A text is read as numbers, and never as bytes.
///
/// # Errors
/// Returns why the file holds no numbers.
pub fn read(name: &str, bytes: Vec<u8>) -> Result<Data, DataError> {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    match ending.as_deref() {
        Some("bin" | "raw") => return Ok(Data::Bytes(bytes)),
        Some("npy") => return npy(&bytes).map(Data::Table),
        _ => {}
    }
    let Ok(text) = String::from_utf8(bytes) else {
        return Err(DataError::Unknown);
    };
    let text = text.trim_start_matches('\u{feff}');
    let table = match ending.as_deref() {
        Some("json") => json(text)?,
        _ => table(text)?,
    };
    if table.rows.is_empty() {
        return Err(DataError::Empty);
    }
    Ok(Data::Table(table))
}

fn is_number(text: &str) -> bool {
    [ScalarType::F32, ScalarType::U32, ScalarType::I32]
        .iter()
        .any(|scalar| scalar.parse(text).is_some())
}

/// Reads rows of numbers. A first row without any number is a header.
fn table(text: &str) -> Result<Table, DataError> {
    let mut table = Table::default();
    let mut header = None;
    for (line, row) in (1..).zip(text.lines()) {
        let items = cells(row);
        if items.is_empty() {
            continue;
        }
        let is_first = table.rows.is_empty() && header.is_none();
        if is_first && !items.iter().any(|item| is_number(item)) {
            header = Some(items);
            continue;
        }
        if let Some(item) = items.iter().find(|item| !is_number(item)) {
            return Err(DataError::NotNumber {
                line,
                text: item.chars().take(24).collect(),
            });
        }
        table.rows.push(items);
    }
    let widest = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let header = header.filter(|names| names.len() == widest);
    table.columns = header.unwrap_or_else(|| (1..=widest).map(|number| number.to_string()).collect());
    Ok(table)
}

/// Splits a line at tabs, semicolons or commas, whichever comes first in this list, or at blanks.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_matches(['[', ']', '(', ')', '{', '}']);
    let mark = ['\t', ';', ','].into_iter().find(|mark| line.contains(*mark));
    let items: Vec<&str> = match mark {
        Some(mark) => line.split(mark).collect(),
        None => line.split_whitespace().collect(),
    };
    let items = items
        .into_iter()
        .map(|item| item.trim().trim_matches(['"', '\'']).trim());
    items.filter(|item| !item.is_empty()).map(str::to_owned).collect()
}

/// Reads the numbers of a JSON text, in their order.
fn json(text: &str) -> Result<Table, DataError> {
    let wrong = |message: String| DataError::Json {
        message: message.chars().take(120).collect(),
    };
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| DataError::NotJson { line: error.line() })?;
    let mut numbers = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            serde_json::Value::Number(number) => numbers.push(number.to_string()),
            serde_json::Value::Bool(bit) => numbers.push(u8::from(bit).to_string()),
            serde_json::Value::Array(items) => open.extend(items.into_iter().rev()),
            serde_json::Value::Object(members) => {
                let mut values: Vec<_> = members.into_iter().map(|(_, value)| value).collect();
                values.reverse();
                open.extend(values);
            }
            other => return Err(wrong(format!("{other}"))),
        }
    }
    Ok(Table::of_values(numbers))
}

/// Reads NumPy's format: a header as a Python dictionary, then the elements. Source: `numpy.lib.format`, versions 1 to 3.
fn npy(bytes: &[u8]) -> Result<Table, DataError> {
    let wrong = |message: &str| DataError::Npy {
        message: message.to_owned(),
    };
    let rest = bytes.strip_prefix(b"\x93NUMPY").ok_or_else(|| wrong("magic"))?;
    let (length, start) = match rest {
        [1, _, a, b, ..] => (usize::from(u16::from_le_bytes([*a, *b])), 4),
        [2 | 3, _, a, b, c, d, ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, 6),
        _ => return Err(wrong("version")),
    };
    let end = start + length;
    let header = rest.get(start..end).ok_or_else(|| wrong("header"))?;
    let header = String::from_utf8_lossy(header);
    let field = |name: &str| {
        let (_, after) = header.split_once(&format!("'{name}'"))?;
        after.split_once(':').map(|(_, value)| value.trim())
    };
    if field("fortran_order").is_none_or(|value| value.starts_with("True")) {
        return Err(wrong("fortran_order"));
    }
    let kind = field("descr").and_then(|value| value.split('\'').nth(1)).unwrap_or("");
    let data = rest.get(end..).unwrap_or(&[]);
    let size = match kind.get(2..) {
        Some("1") => 1,
        Some("2") => 2,
        Some("4") => 4,
        Some("8") => 8,
        _ => return Err(wrong(kind)),
    };
    if !kind.starts_with(['<', '|']) {
        return Err(wrong(kind));
    }
    let show = |element: &[u8]| -> Option<String> {
        let mut eight = [0; 8];
        eight[..size].copy_from_slice(element);
        let bits = u64::from_le_bytes(eight);
        let unused = 64 - 8 * size as u32;
        Some(match (&kind[1..2], size) {
            ("f", 2) => half::f16::from_bits(bits as u16).to_string(),
            ("f", 4) => f32::from_bits(bits as u32).to_string(),
            ("f", 8) => f64::from_bits(bits).to_string(),
            ("i", _) => ((bits << unused).cast_signed() >> unused).to_string(),
            ("u", _) | ("b", 1) => bits.to_string(),
            _ => return None,
        })
    };
    let values: Option<Vec<String>> = data.chunks_exact(size).map(show).collect();
    Ok(Table::of_values(values.ok_or_else(|| wrong(kind))?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(name: &str, text: &str) -> Result<String, DataError> {
        match read(name, text.as_bytes().to_vec())? {
            Data::Table(table) => Ok(table.list(None)),
            Data::Bytes(bytes) => Ok(format!("{bytes:?}")),
        }
    }

    fn npy_of(kind: &str, extra: &str, data: &[u8]) -> Vec<u8> {
        let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': (2,), {extra}}}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn files_are_read_by_their_ending() {
        for (name, text, wanted) in [
            ("a.csv", "1,2\n3,4\n", "1, 2\n3, 4"),
            ("a.csv", "time,value\n0,1.5\n1,2.5", "0, 1.5\n1, 2.5"),
            ("a.csv", "\u{feff}\"1\";\"2\"", "1, 2"),
            ("a.csv", "1, 2,\r\n\r\n3, 4,", "1, 2\n3, 4"),
            ("a.tsv", "x\ty\n1\t2", "1, 2"),
            ("a.txt", "[1 2 3]", "1, 2, 3"),
            ("a", "0x10\n1e3\n-2", "0x10\n1e3\n-2"),
            ("a.json", "[1, [2.5, 3], {\"a\": true}]", "1\n2.5\n3\n1"),
            ("a.bin", "ab", "[97, 98]"),
        ] {
            assert_eq!(list(name, text), Ok(wanted.to_owned()), "{name}: {text}");
        }
        for (name, text, wanted) in [
            (
                "a.csv",
                "1,2\n3,x",
                DataError::NotNumber {
                    line: 2,
                    text: "x".to_owned(),
                },
            ),
            (
                "a.txt",
                "Dear GPU\nplease add",
                DataError::NotNumber {
                    line: 2,
                    text: "please".to_owned(),
                },
            ),
            ("a.csv", "time,value\n", DataError::Empty),
            ("a.json", "[]", DataError::Empty),
            (
                "a.json",
                "[\"1\"]",
                DataError::Json {
                    message: "\"1\"".to_owned(),
                },
            ),
        ] {
            assert_eq!(list(name, text), Err(wanted), "{name}: {text}");
        }
        assert_eq!(list("a.json", "[1,\n2,"), Err(DataError::NotJson { line: 2 }));
        assert_eq!(read("a.dat", vec![0xff, 0xfe]), Err(DataError::Unknown));
    }

    #[test]
    fn a_column_can_be_chosen() {
        let Ok(Data::Table(table)) = read("a.csv", b"time,value\n0,1.5\n1,2.5".to_vec()) else {
            panic!("a table");
        };
        assert_eq!(table.columns, ["time", "value"]);
        assert_eq!(table.list(Some(1)), "1.5\n2.5");
    }

    #[test]
    fn arrays_of_numpy_are_read() {
        for (kind, data, wanted) in [
            (
                "<f4",
                [1.5_f32.to_le_bytes(), (-2.0_f32).to_le_bytes()].concat(),
                "1.5\n-2",
            ),
            ("<i2", vec![0xff, 0xff, 2, 0], "-1\n2"),
            ("<u2", vec![0xff, 0xff, 2, 0], "65535\n2"),
            ("|b1", vec![1, 0], "1\n0"),
            ("<f2", vec![0x00, 0x3e, 0x00, 0xc0], "1.5\n-2"),
            (
                "<f8",
                [0.1_f64.to_le_bytes(), 1e3_f64.to_le_bytes()].concat(),
                "0.1\n1000",
            ),
        ] {
            let read = read("a.npy", npy_of(kind, "", &data));
            let Ok(Data::Table(table)) = read else {
                panic!("{kind}: {read:?}");
            };
            assert_eq!(table.list(None), wanted, "{kind}");
        }
        for bytes in [
            b"no".to_vec(),
            b"\x93NUMPY\x09\x00".to_vec(),
            b"\x93NUMPY\x01\x00\xff\xff{".to_vec(),
            npy_of(">f4", "", &[0; 8]),
            npy_of("<c8", "", &[0; 8]),
            npy_of("<", "", &[0; 8]),
        ] {
            assert!(matches!(read("a.npy", bytes), Err(DataError::Npy { .. })));
        }
    }
}
