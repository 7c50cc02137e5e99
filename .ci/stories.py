"""Stories of front ends. Some drive one of the guide's conventions, and beside it are variants of the front end that break
it: the name of a source file, a text in it, and the text in its place. Each variant must fail this story and no other one.
"""
import concurrent.futures
import os
import re
import shutil
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


def home(file):
    """Returns the folder of a source file."""
    return f"{top}/Examples/" + {".swift": "Terminal", ".py": "Python"}.get(os.path.splitext(file)[1], "Desktop")


def changed(file, old, new):
    """Returns the changed text of a variant's source file."""
    text = open(f"{home(file)}/{file}", encoding="utf-8").read()
    assert text.count(old) == 1, f"this is {text.count(old)} times in {file}: {old}"
    return text.replace(old, new)


def sources(variant, folder):
    """Copies the front end to which a variant belongs into a folder, and changes it."""
    for one in os.listdir(home(variant[0])):
        path = f"{home(variant[0])}/{one}"
        if os.path.isfile(path):
            shutil.copy(path, folder)
    with open(f"{folder}/{variant[0]}", "w", encoding="utf-8") as copy:
        copy.write(changed(*variant))


def tell(clean, arguments):
    """Tells all stories, and ends with the first that fails; or those with these names, and says which have failed."""
    for title, (check, variants) in told.items():
        for variant in variants if not arguments else ():
            changed(*variant)
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


def vary(build, command, names):
    """Tells the stories to variants, four at a time: to those of the stories with these names, or to all. `build` makes a
    front end from sources, and `command` tells it stories. With COLMEIA_STORIES=3, a variant is only told its own
    and the next two."""
    unbroken = {name(title) for title, (_, variants) in told.items() if "," in name(title) and not variants} - {"Terminal, Python"}
    assert not unbroken, f"no variant fails {unbroken}"
    chosen = [(title, variant) for title, (_, variants) in told.items() for variant in variants if not names or name(title) in names]
    for _, variant in chosen:
        changed(*variant)

    def failures(stories, **variables):
        """Returns the names of the stories that have failed, and what was printed."""
        done = subprocess.run([sys.executable, *command, *stories], env={**os.environ, **variables}, capture_output=True, text=True)
        passed = {name(line) for line in done.stdout.splitlines() if ": " in line}
        return set(stories) - passed, done.stdout + done.stderr

    def fails(pair):
        """Returns why a variant doesn't fail exactly its story, or nothing."""
        title, variant = pair
        stories = [name(one) for one, (_, variants) in told.items() if variants and one.startswith(title.partition(",")[0])]
        index = stories.index(name(title))
        stories = (stories[index:] + stories[:index])[:int(os.environ.get("COLMEIA_STORIES", len(stories)))]
        with tempfile.TemporaryDirectory() as folder:
            sources(variant, folder)
            failed, output = failures(stories, COLMEIA_VARIANT=build(variant[0], folder))
        text = f"a variant of '{name(title)}' fails {failed or 'nothing'}: {variant}"
        print(text if failed == {name(title)} else f"WRONG: {text}", flush=True)
        return "" if failed == {name(title)} else f"{text}\n{output}"

    failed, output = failures(sorted({name(title) for title, _ in chosen}))
    assert not failed, f"the unchanged front end fails {failed}:\n{output}"
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        wrong = list(filter(None, pool.map(fails, chosen)))
    assert not wrong, "\n\n".join(wrong)
    print(f"{len(chosen)} variants fail exactly their stories")
