"""Stories of front ends. Some drive one of the guide's conventions, and beside it are variants of the front end that break
it: the name of a source file, a text in it, and the text in its place. Each variant must fail this story and no other one.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import traceback

top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
told = {}


def story(title, *variants):
    """Adds a story with its title, such as "Desktop, keys: Enter goes on", and the variants that fail it."""
    def add(tell):
        told[title] = tell, variants
        return tell
    return add


def name(title):
    return title.partition(":")[0]


def sources(variant, folder):
    """Copies the front end to which a variant belongs into a folder, and changes it."""
    file, old, new = variant
    example = {".swift": "Terminal", ".py": "Python"}.get(os.path.splitext(file)[1], "Desktop")
    for one in os.listdir(f"{top}/Examples/{example}"):
        path = f"{top}/Examples/{example}/{one}"
        if not os.path.isfile(path):
            continue
        text = open(path, encoding="utf-8").read()
        if one == file:
            assert text.count(old) == 1, f"this must be once in {file}: {old}"
            text = text.replace(old, new)
        with open(f"{folder}/{one}", "w", encoding="utf-8") as copy:
            copy.write(text)


def tell(clean, arguments):
    """Tells all stories, and ends with the first that fails; or those with these names, and says which have failed."""
    for title, (check, _) in told.items():
        if arguments and name(title) not in arguments:
            continue
        try:
            check()
            print(title, flush=True)
        except (AssertionError, subprocess.SubprocessError, OSError, ValueError, LookupError):
            if not arguments:
                raise
            traceback.print_exc()
            print(f"failed {name(title)}", flush=True)
        finally:
            clean()


def vary(build, arguments, names):
    """Tells variants the stories, two at a time: those of these stories, or all. `build` makes one from sources, and `told` is the
    command that tells it stories."""
    front_ends = {title.partition(",")[0] for title, (_, variants) in told.items() if variants}
    unbroken = {name(title) for title, (_, variants) in told.items() if "," in name(title) and not variants}
    assert not unbroken, f"no variant fails {unbroken}"
    wrong = []

    def one(title, variant):
        front_end = title.partition(",")[0]
        others = [name(other) for other in told if other.startswith(f"{front_end}, ")]
        with tempfile.TemporaryDirectory() as folder:
            sources(variant, folder)
            built = build(variant[0], folder)
            done = subprocess.run(
                [sys.executable, *arguments, *(others if os.environ.get("COLMEIA_STORIES") != "own" else [name(title)])],
                env={**os.environ, "COLMEIA_VARIANT": built}, capture_output=True, text=True)
        failed = set(re.findall("^failed (.*)$", done.stdout, re.MULTILINE))
        text = f"{'ok   ' if failed == {name(title)} else 'WRONG'} a variant of '{name(title)}' fails {failed or 'nothing'}: {variant}"
        print(text, flush=True)
        if failed != {name(title)}:
            wrong.append(text + "\n" + done.stdout + done.stderr)

    assert front_ends
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda pair: one(*pair), [
            (title, variant) for title, (_, variants) in told.items() for variant in variants if not names or name(title) in names]))
    assert not wrong, "\n\n".join(wrong)
