"""Validates the messages of `serve --stdio` against the output of `schema` with an independent validator, for every existing
action and a whole story, and checks the types that a generator makes from the schema. Needs `datamodel-code-generator`,
`jsonschema` and `mypy` from PyPI."""
import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile

import jsonschema

products = sys.argv[1]
top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, f"{top}/Examples/Python")
import colmeia  # noqa: E402

command = f"{products}/colmeia"


def printed(*options, program="colmeia"):
    return subprocess.run([f"{products}/{program}", "schema", *options], check=True, capture_output=True).stdout.decode()


text = printed()
assert text == printed(), "two runs print different schemas"
schema = json.loads(text)
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator.check_schema(json.loads(printed(program="Counter")))


def validator(name):
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


to_app, from_app, state = validator("ToApp"), validator("FromApp"), validator("State")
counts = {"to": 0, "from": 0}


class Checked(colmeia.Colmeia):
    """An app that validates each message and each resulting state."""

    wrong = None

    def put(self, message):
        to_app.validate(message)
        counts["to"] += 1
        super().put(message)

    def receive(self, message):
        try:
            from_app.validate(message)
            super().receive(message)
            if self.state is not None:
                state.validate(self.state)
            if self.screen is not None:
                labels = [field["label"] for field in self.screen["fields"]]
                assert len(set(labels)) == len(labels), labels
                assert all(shown["field"] in [*labels, None] for shown in self.screen["messages"]), self.screen
        except Exception as error:
            self.wrong = self.wrong or error
        counts["from"] += 1


app = Checked(command, "--seed", "42", "--date", "1795262400")
colmeia.story(app)
actions = [json.loads(line) for line in subprocess.run(
    [command, "actions", "--json"], check=True, capture_output=True, text=True).stdout.splitlines()]
for action in actions:
    if action["example"] is not None:
        app.dispatch(action["example"])
        app.settle(0.01)
assert app.close() == 0
# Errors without a line are problems of the app, because many of the examples are for children that don't exist.
assert [error for error in app.errors if "line" in error] == [], app.errors
if app.wrong:
    raise app.wrong
assert counts["to"] > 200 and counts["from"] > 200, counts
print(f"schema: {counts['to']} messages to the app, {counts['from']} messages from it, and all states are valid")

# A message with a single error is invalid.
hello = {"hello": {"protocol": 2, "app": "x", "version": "1", "origin": None, "texts": {"quit": "Sair"}}}
from_app.validate(hello)
whole = {"state": {"value": app.state, "sequence": 0}}
from_app.validate(whole)
for path, value in [
        ("state/value/auth/session", {"signedOff": None}), ("state/value/auth", None), ("state/value/feed", []),
        ("state/sequence", "1"), ("state/value/members/form/purpose", "logOut"), ("state/value/shots/list", 7),
        ("screen", {})]:
    broken = copy.deepcopy(whole)
    part = broken
    *steps, last = path.split("/")
    for step in steps:
        part = part[step]
    part[last] = value
    assert not from_app.is_valid(broken), path
for wrong in [
        {"dispatch": "x"}, {"dispatch": {"feed": {"load": "poodle"}}}, {"dispatch": {"feed": "load"}}, {"advance": -1},
        {"dispatch": {"events": {"open": "1"}}}, {"dispatch": {"auth": "submit", "feed": "retry"}}, {"end": 1, "echo": 1},
        {"hello": {"protocol": 1}}, "by", {"dispatch": {"events": {"added": {"_0": 1}}}}]:
    assert not to_app.is_valid(wrong), wrong
print("schema: invalid messages are detected")

# A type checker accepts the front end with generated types, and finds an invalid action. The comment hides the error of
# that action, and mypy reports it as unneeded if there is no such error.
mistaken = """from colmeia import Colmeia
def run(app: Colmeia) -> None:
    app.dispatch({'feed': {'load': 'poodle'}})  # type: ignore[arg-type]
"""
with tempfile.TemporaryDirectory() as folder:
    for name, content in [("schema.json", text), ("mistaken.py", mistaken)]:
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(content)
    shutil.copy(f"{top}/Examples/Python/colmeia.py", folder)
    # The command of the guide's page about the protocol.
    subprocess.run(
        [sys.executable, "-m", "datamodel_code_generator", "--input", "schema.json", "--input-file-type", "jsonschema",
         "--output-model-type", "typing.TypedDict", "--target-python-version", "3.11", "--formatters", "builtin",
         "--output", "messages.py", "--disable-warnings"], check=True, cwd=folder)
    subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", os.devnull, "--python-version", "3.11", "--warn-unused-ignores",
         "--no-error-summary", "colmeia.py", "messages.py", "mistaken.py"], check=True, cwd=folder)
print("types: a generator makes types for Python from the schema, and mypy finds an invalid action")
