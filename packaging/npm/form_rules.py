"""Checks the public forms in Python, with the same WebAssembly module as the browser.

    from form_rules import Rules              # pip install wasmtime
    Rules().check_form("contact", {"message": "Hello", "email": "ada@mail.example"})
    # [{'field': 'message', 'message': 'Message must be at least ten characters'}, …]
"""

import json
import struct
from pathlib import Path

from wasmtime import Instance, Module, Store

NO_SUCH_RULE = 0xFFFFFFFF


class UnknownRule(LookupError):
    """The form or the field does not exist."""


def _text_or_empty(value):
    """Encodes a text. A value of another type becomes empty."""
    if not isinstance(value, str):
        return b""
    # A lone surrogate becomes a replacement character, as in JavaScript.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def _typed(value):
    """Encodes a text. A value of another type becomes NUL, which is invalid in every field."""
    return _text_or_empty("" if value is None else value if isinstance(value, str) else "\0")


def _file(value):
    """Encodes a file: its name, its size and its first bytes. What has another type becomes empty, a size NaN."""
    file = value if isinstance(value, dict) else {}
    name, size, head = _text_or_empty(file.get("name")), file.get("size"), file.get("head")
    is_number = isinstance(size, (int, float)) and not isinstance(size, bool)
    # Larger integers are no floats.
    size = float(min(size, 2**63)) if is_number else float("nan")
    return name, size, bytes(head) if isinstance(head, (bytes, bytearray, memoryview)) else b""


class Rules:
    """The module in `folder`, by default the folder of this file."""

    def __init__(self, folder=Path(__file__).parent):
        described = json.loads((Path(folder) / "rules.json").read_text("utf-8"))
        self.forms, self.head_length = described["forms"], described["headLength"]
        self._store = Store()
        module = Module(self._store.engine, (Path(folder) / "public.wasm").read_bytes())
        self._exports = Instance(self._store, module, []).exports(self._store)

    def check_form(self, form, values):
        """Returns all invalid fields in the form's order. `values` is a dict of texts and files (name, size, head)."""
        position, fields = self._form(form)
        if not isinstance(values, dict):
            raise TypeError("the values of a form are a dict")
        written = b"".join(self._write(field, values.get(field["name"])) for field in fields)
        count = self._call("check_form", position, self._send(written))
        return [{"field": fields[field]["name"], "message": message} for field, message in self._errors(count)]

    def check_field(self, form, field, value):
        """Returns the error message of a field; None if its value is valid."""
        position, fields = self._form(form)
        place = next((place for place, rule in enumerate(fields) if rule["name"] == field), None)
        if place is None:
            raise UnknownRule(f"no field {field!r} in form {form!r}")
        count = self._call("check_field", position, place, self._send(self._write(fields[place], value)))
        return self._errors(count)[0][1] if count else None

    def count_characters(self, text):
        """Returns the length of a normalized text in characters (Unicode scalar values)."""
        written = _text_or_empty(text)
        return self._call("count_characters", self._send(struct.pack("<I", len(written)) + written))

    def _form(self, name):
        if name not in self.forms:
            raise UnknownRule(f"no form {name!r}")
        return list(self.forms).index(name), self.forms[name]

    def _write(self, field, value):
        if field["kind"] != "file":
            text = _typed(value)
            return struct.pack("<I", len(text)) + text
        name, size, head = _file(value)
        head = head[: self.head_length]
        return struct.pack("<I", len(name)) + name + struct.pack("<dI", size, len(head)) + head

    def _send(self, written):
        start = self._call("reserve", len(written))
        self._exports["memory"].write(self._store, written, start)
        return len(written)

    def _errors(self, count):
        if count == NO_SUCH_RULE:
            raise UnknownRule("the module and rules.json have different versions")
        start = self._call("answer")
        numbers = struct.unpack(f"<{3 * count}d", self._memory(start, 24 * count))
        refused = zip(numbers[::3], numbers[1::3], numbers[2::3])
        return [(int(field), self._memory(int(at), int(length)).decode()) for field, at, length in refused]

    def _memory(self, start, length):
        return bytes(self._exports["memory"].read(self._store, start, start + length))

    def _call(self, name, *arguments):
        # Addresses and lengths are unsigned.
        return self._exports[name](self._store, *arguments) & NO_SUCH_RULE
