"""Sends generated messages to `serve --stdio`: valid ones by the output of `schema`, which must be accepted, and as many with
one mistake, which must be refused with the reason and the location. An independent validator confirms which are which. The seed
is fixed. Needs `jsonschema` and `rstr` from PyPI: schema-messages.py COMMAND COUNT"""
import copy
import json
import random
import subprocess
import sys

import jsonschema
import rstr

command, count = sys.argv[1], int(sys.argv[2])
schema = json.loads(subprocess.run([command, "schema"], check=True, capture_output=True).stdout)
definitions = schema["$defs"]
to_app = jsonschema.Draft202012Validator({"$ref": "#/$defs/ToApp", "$defs": definitions})
numbers = random.Random(1)
texts = rstr.Rstr(random.Random(2))
WORDS = ["", "0", "a b", "husky", "á\u0301😀", "\u0000", "\"\\/", "null", "2026-02-30", "x" * 300]
NEW = "zzz"


class Made:
    """A valid value of a schema, with the mistakes that can be made in it: a kind, its path, and what it is about."""

    def __init__(self):
        self.locations = []

    def value(self, schema, path=(), is_case=False):
        if "$ref" in schema:
            return self.value(definitions[schema["$ref"].rsplit("/", 1)[1]], path)
        if "anyOf" in schema:
            choices = [one for one in schema["anyOf"] if one != {"type": "null"}]
            if len(choices) < len(schema["anyOf"]) and numbers.random() < 0.3:
                return None
            is_enum = len(choices) > 1
            return self.value(numbers.choice(choices), path, is_enum)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            self.locations += [("unknown case", path, None), ("other type", path, None)]
            return numbers.choice(schema["enum"])
        kind = schema.get("type")
        if kind is None:
            return numbers.choice([None, True, 0.5, -1, "x", [], {}, {"a": [1]}])
        self.locations.append(("other type", path, None))
        if kind == "boolean":
            return numbers.random() < 0.5
        if kind in ("integer", "number"):
            low, high = schema.get("minimum", -10**40), schema.get("maximum", 10**40)
            self.locations.append(("out of bounds", path, (low, high)))
            near = [number for number in (-1, 0, 1, 2, 40) if low <= number <= high]
            return numbers.choice([low, high, numbers.randint(low, high), *near])
        if kind == "string":
            if "pattern" not in schema:
                return numbers.choice(WORDS)
            self.locations.append(("bad text", path, schema.get("description")))
            return texts.xeger(schema["pattern"])
        if kind == "array":
            parts = schema.get("prefixItems") or [schema["items"]] * numbers.randint(0, 3)
            return [self.value(part, (*path, index)) for index, part in enumerate(parts)]
        return self.object(schema, path, is_case)

    def object(self, schema, path, is_case):
        if "properties" not in schema:
            return {word: self.value(schema["additionalProperties"], (*path, word)) for word in ["a", "b"]}
        needed = schema.get("required", [])
        self.locations.append(("unknown case", path, None) if is_case else ("unknown member", path, None))
        if not is_case:
            self.locations += [("missing member", path, name) for name in needed]
        return {
            name: self.value(part, (*path, name)) for name, part in schema["properties"].items()
            if name in needed or numbers.random() < 0.5}


def shown(path):
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text


def broken(message, location):
    """Returns the message with one mistake, and the reason of its refusal."""
    kind, path, about = location
    root = {"": copy.deepcopy(message)}
    owner, last = root, ""
    for step in path:
        owner, last = owner[last], step
    found = owner[last]
    if kind == "missing member":
        del found[about]
        return root[""], f"{shown(path)}: the key {json.dumps(about)} is missing"
    if kind == "unknown member":
        found[NEW] = 1
        return root[""], f"{shown((*path, NEW))}: unknown key \"{NEW}\""
    if kind == "unknown case":
        owner[last] = {NEW: next(iter(found.values()))} if isinstance(found, dict) else NEW
        return root[""], f"{shown(path)}: unknown case \"{NEW}\""
    if kind == "out of bounds":
        low, high = about
        owner[last] = numbers.choice([low - 1, high + 1, 10**30])
        return root[""], f"{shown(path)}: "
    if kind == "bad text":
        owner[last] = " " + NEW
        return root[""], f"{shown(path)}: expected {about}, not another string"
    owner[last] = 0.5 if isinstance(found, (str, dict, list, bool)) else [True]
    return root[""], (f"{shown(path)}: expected ", f"{shown(path)}: this case needs several payloads")


def answers(messages):
    """Sends each message, and returns the errors by the message's index, without those of valid messages that come too late."""
    lines = ['{"hello": {"protocol": 2}}', *messages, '"bye"']
    run = subprocess.run(
        [command, "serve", "--stdio", "--seed", "42", "--date", "1795262400"], check=True, capture_output=True,
        input="".join(line + "\n" for line in lines).encode())
    errors = [message["error"] for message in map(json.loads, run.stdout.splitlines()) if "error" in message]
    late = ("the session has already begun", "no effect has the number")
    return {error["line"] - 2: error["message"] for error in errors if "line" in error and not error["message"].startswith(late)}


def generated(kind=None):
    """Returns a valid message, most often an action, and a location in it for a mistake of a kind."""
    for _ in range(100_000):
        made = Made()
        if numbers.random() < 0.8:
            message = {"dispatch": made.value(definitions["Action"], ("dispatch",))}
        else:
            message = made.value(definitions["ToApp"], is_case=True)
        locations = [location for location in made.locations if location[1] and location[0] == kind]
        if message != "bye" and (locations or kind is None):
            to_app.validate(message)
            return message, numbers.choice(locations) if locations else None
    raise SystemExit(f"there is no location for the mistake: {kind}")


def check(name, lines, reasons):
    """Sends messages, each of which must be refused for a reason that begins like this, or accepted if it is empty."""
    found = answers(lines)
    wrong = [
        (line, found.get(index, "accepted"), reason) for index, (line, reason) in enumerate(zip(lines, reasons))
        if not (found.get(index, "accepted").startswith(reason) if reason else index not in found)]
    for line, message, reason in wrong[:10]:
        print(f"{line[:300]}\n  {message}\n  instead of {reason or 'accepted'}")
    print(f"schema: {len(lines)} {name}, {len(wrong)} of them with another result")
    return len(wrong)


mistakes = check("generated valid messages", [json.dumps(generated()[0]) for _ in range(count)], [""] * count)
kinds = ["missing member", "unknown member", "other type", "out of bounds", "unknown case", "bad text"]
invalid, reasons = [], []
while len(invalid) < count:
    message, reason = broken(*generated(kinds[len(invalid) % len(kinds)]))
    if not to_app.is_valid(message):
        invalid.append(json.dumps(message))
        reasons.append(reason)
mistakes += check(f"messages with a mistake ({', '.join(kinds)})", invalid, reasons)
mistakes += check("messages that no schema can describe", [
    '{"echo": "' + "x" * 2**20 + '"}', '{"echo": ' + "[" * 600 + "]" * 600 + "}", '{"echo": {"a": 1, "a": 2}}',
    '{"dispatch": "closeProfile", "dispatch": "closeProfile"}', '{"echo": "\\ud800"}', "{"], [
    "the line is longer than 1048576 bytes", "echo" + "[0]" * 511 + ": more than 512 arrays and objects are nested",
        'echo: the key "a" occurs twice', 'column 30: the key "dispatch" occurs twice',
        "column 11: half of a surrogate pair", "column 2: '}' is missing"])
sys.exit(1 if mistakes else 0)
