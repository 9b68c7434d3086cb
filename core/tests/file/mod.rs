//! Types of `vectors.json`.

use std::collections::BTreeMap;

use base64ct::{Base64UrlUnpadded, Encoding as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// Text: plain, a repeated piece, or several parts joined.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Plain(String),
    Repeated { repeat: (String, usize) },
    Joined(Vec<Self>),
}

impl Text {
    pub(crate) fn expand(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Repeated { repeat: (piece, times) } => piece.repeat(*times),
            Self::Joined(parts) => parts.iter().map(Self::expand).collect(),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Vectors {
    pub(crate) valid: Valid,
    fields: BTreeMap<String, BTreeMap<String, Vec<FieldCase>>>,
    pub(crate) forms: Vec<FormCase>,
    pub(crate) cvs: Vec<CvCase>,
    pub(crate) file_names: Vec<FileNameCase>,
    pub(crate) word_packages: Vec<WordPackageCase>,
    pub(crate) page_counts: Vec<PageCountCase>,
    pub(crate) page_links: Vec<PageLinkCase>,
    pub(crate) page_numbers: Vec<PageNumberCase>,
    pub(crate) sorts: Vec<SortCase>,
    pub(crate) name_keys: Vec<NameKeyCase>,
    pub(crate) username_keys: Vec<UsernameKeyCase>,
    pub(crate) sessions: Vec<SessionCase>,
    pub(crate) filters: Vec<FilterCase>,
    pub(crate) searches: Vec<SearchCase>,
    pub(crate) marks: Vec<MarkCase>,
    pub(crate) moves: Vec<MoveCase>,
    pub(crate) undos: Vec<UndoCase>,
    pub(crate) notes: Vec<FieldCase>,
    pub(crate) record_keys: Vec<RecordKeyCase>,
    pub(crate) idempotency_keys: Vec<IdempotencyKeyCase>,
}

impl Vectors {
    pub(crate) fn load() -> Self {
        serde_json::from_str(include_str!("../vectors.json")).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn field_cases(&self) -> impl Iterator<Item = (&str, &str, &FieldCase)> {
        self.fields.iter().flat_map(|(form, fields)| {
            fields.iter().flat_map(move |(field, cases)| {
                cases.iter().map(move |case| (form.as_str(), field.as_str(), case))
            })
        })
    }

    /// Returns the valid form with one field changed.
    pub(crate) fn form_with(&self, form: &str, field: &str, text: &str) -> Value {
        let mut value = self.valid.forms.get(form).cloned().unwrap_or_default();
        value.insert(field.to_owned(), text.into());
        value.into()
    }

    pub(crate) fn count(&self) -> usize {
        self.field_cases().count()
            + self.forms.len()
            + self.cvs.len()
            + self.sessions.len()
            + self.notes.len()
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct Valid {
    pub(crate) cv: Cv,
    #[serde(flatten)]
    forms: BTreeMap<String, Map<String, Value>>,
}

/// Case of one field. `stored` is the normalised value.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FieldCase {
    pub(crate) why: String,
    pub(crate) value: Text,
    pub(crate) error: Option<String>,
    pub(crate) stored: Option<Text>,
}

/// Case of a form.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormCase {
    pub(crate) form: String,
    pub(crate) why: String,
    value: BTreeMap<String, Option<Text>>,
    #[serde(default)]
    cv: FormCv,
    pub(crate) errors: Vec<(String, String)>,
}

impl FormCase {
    pub(crate) fn cv<'a>(&'a self, valid: &'a Cv) -> Option<&'a Cv> {
        match &self.cv {
            FormCv::Valid => Some(valid),
            FormCv::Given(cv) => cv.as_ref(),
        }
    }

    pub(crate) fn sent(&self) -> Value {
        let sent = |(field, text): (&String, &Option<Text>)| {
            (field.clone(), text.as_ref().map_or(Value::Null, |text| text.expand().into()))
        };
        Value::Object(self.value.iter().map(sent).collect())
    }
}

/// CV of a form: the valid one if the key is missing, none for null.
#[derive(Debug, Default)]
enum FormCv {
    #[default]
    Valid,
    Given(Option<Cv>),
}

impl<'de> Deserialize<'de> for FormCv {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::Given)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cv {
    pub(crate) name: String,
    pub(crate) size: u64,
    head: Text,
}

impl Cv {
    /// Decodes the first bytes from hexadecimal.
    pub(crate) fn head(&self) -> Vec<u8> {
        let digits = self.head.expand();
        let bytes = digits.as_bytes().chunks(2).filter_map(|digits| std::str::from_utf8(digits).ok());
        bytes.filter_map(|digits| u8::from_str_radix(digits, 16).ok()).collect()
    }
}

/// Access token: plain, or encoded from a payload.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Token {
    Plain(String),
    Made { payload: String },
}

impl Token {
    pub(crate) fn expand(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Made { payload } => {
                format!("e30.{}.sig", Base64UrlUnpadded::encode_string(payload.as_bytes()))
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Key {
    Id(i64),
    Slug(String),
}

#[derive(Debug, Deserialize)]
pub(crate) struct Record {
    pub(crate) full_name: String,
    pub(crate) created_at: String,
    pub(crate) id: i64,
}

macro_rules! cases {
    ($($name:ident { $($(#[$attribute:meta])? $field:ident: $type:ty),+ })+) => {$(
        #[derive(Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub(crate) struct $name { $($(#[$attribute])? pub(crate) $field: $type),+ }
    )+};
}

cases! {
    CvCase { why: String, cv: Option<Cv>, error: Option<String> }
    FileNameCase { name: Text, #[serde(rename = "type")] cv_type: String, safe: Text }
    WordPackageCase { why: String, parts: Vec<(String, String)>, word: bool }
    PageCountCase { items: u64, size: u32, pages: u64 }
    PageLinkCase { page: u64, pages: u64, links: Vec<Option<u64>> }
    PageNumberCase { text: String, page: Option<u64> }
    SortCase { why: String, records: Vec<Record>, positions: BTreeMap<String, Vec<usize>> }
    NameKeyCase { name: String, key: String }
    UsernameKeyCase { username: String, key: String }
    SessionCase { why: String, access: Option<Token>, refresh: bool, now: u64, session: String }
    FilterCase { why: String, query: Text, written: Text, #[serde(default)] errors: Vec<(String, String)> }
    SearchCase { why: String, query: Text, texts: Vec<Text>, found: bool }
    MarkCase { why: String, query: String, text: String, marks: Vec<String> }
    MoveCase { state: String, action: String, to: Option<String>, error: Option<String> }
    UndoCase { action: String, from: String, to: String }
    RecordKeyCase { text: String, key: Option<Key> }
    IdempotencyKeyCase { text: Text, valid: bool }
}
