"""Checks form_rules.py with the vectors and bad input, or with COUNT against generated inputs from standard input."""

import json
import sys
from collections import Counter
from pathlib import Path

import form_rules
from form_rules import Rules, UnknownRule

FOLDER = Path(form_rules.__file__).parent
rules = Rules()
differences = 0


def compare(what, found, expected):
    global differences
    if found != expected:
        differences += 1
        if differences <= 10:
            print(f"{what[:600]}\n  expected {expected}\n  found    {found}", file=sys.stderr)


def raises(error, function, *arguments):
    try:
        function(*arguments)
    except error:
        return
    raise AssertionError(f"{arguments} raised no {error.__name__}")


def vectors():
    cases = json.loads((FOLDER / "vectors.json").read_text("utf-8"))
    for case in cases:
        values = {
            name: {**value, "head": bytes.fromhex(value["head"])} if isinstance(value, dict) else value
            for name, value in case["values"].items()
        }
        compare(json.dumps(case), rules.check_form(case["form"], values), case["errors"])
    assert len(cases) > 300, "too few vectors"

    raises(UnknownRule, rules.check_form, "nothing", {})
    raises(UnknownRule, rules.check_field, "contact", "nothing", "")
    raises(TypeError, rules.check_form, "contact", 42)
    for value in [42, 0, False, b"text", [], {}]:
        assert rules.check_field("contact", "referral", value) is not None, value
    assert rules.check_field("contact", "referral", None) is None
    for file in [{"head": "text"}, {"head": 42}, {"name": 42}, {"size": True}, {"size": 10**400}, 42]:
        whole = {"name": "cv.pdf", "size": 10, "head": b"%PDF-1.7"}
        bad = {**whole, **file} if isinstance(file, dict) else file
        assert rules.check_field("application", "cv", whole) is None
        assert rules.check_field("application", "cv", bad) is not None, file
    assert rules.count_characters(42) == 0
    huge = "é" * 10 * 1024 * 1024
    assert rules.check_field("contact", "message", huge) == "Message must not exceed 10000 characters"
    assert rules.count_characters(huge) == len(huge)
    print(f"    {len(cases)} vectors and bad input, {differences} differences")


def generated(count):
    inputs = Counter()
    for line in sys.stdin:
        asked = json.loads(line)
        form = asked["kind"]
        if form not in rules.forms:
            continue
        inputs[form] += 1
        name, size, head = asked["file"] or (None, None, [])
        file = asked["file"] and {"name": name, "size": size, "head": bytes(head)}
        names = [field["name"] for field in rules.forms[form]]
        values = dict(zip(names, [*asked["input"], file]))
        whole, each = asked["output"]
        compare(line, rules.check_form(form, values), whole)
        compare(line, [rules.check_field(form, name, value) for name, value in values.items()], each)
    print(f"    Python: {dict(inputs)}, {differences} differences")
    assert inputs.keys() == rules.forms.keys() and min(inputs.values()) >= count, "too few inputs"


if len(sys.argv) > 1:
    generated(int(sys.argv[1]))
else:
    vectors()
sys.exit(differences > 0)
