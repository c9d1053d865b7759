#!/usr/bin/env python3
"""Numbers as JSON may write them, in each field that takes a whole number or a yes or no. Needs jsonschema 4.

    number_forms.py OUT --seed N    write one export for each literal and field: OUT/FIELD-NUMBER.json
    number_forms.py --hold OUT      one line for each of these files: FILE KIND, by the schema alone

KIND is what becomes of the value: "taken", "set aside" (the schema takes it, and no longer where its definition
`setAside` is false), "refused", or "open" where the schema's own comment leaves it to the program: a device that is a number
written with a point or an exponent, and a text with an exponent. The schema is asked as JSON Schema means it, with numbers
by their value, whatever their size; nothing is added to what it says.
"""
import argparse, json, os, random, re, sys
from decimal import Decimal

try:
    from jsonschema import Draft202012Validator
except ImportError:
    print("number_forms.py: jsonschema 4 is needed (Debian: python3-jsonschema)", file=sys.stderr)
    sys.exit(2)

SCHEMA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../metrics/run-history.schema.json")
EXPORTED = 1790244000                                                   # 2026-09-24 10:00 UTC
FIELDS = ("success", "lowPower", "entry bucket", "bucket", "lastBucket", "historyLimit", "device")

EDGES = [0, 1, 2, 5, 10, 20, 30, 40, 45, 50, 60, 255, 1000, 32766, 32767, 32768, 65536, 4294967295, 4294967296, 2**53 + 1,
         2**63 - 1, 2**63, 2**64, 10**30, 10**300]
ALWAYS = ["1", "1.0", "1e0", "10e-1", "0.1e1", "0.0", "-0", "-0.0", "0e7", "-0e-7", "1.5", "2", "1e400", "-1e400", "1e-400", "30.0",
          "40.0e0", "4e1", "4E+1", "400e-1", "0.5", "-1", "-1.0", "true", "false"]


def literals(rng):
    """Each once: the ones that are always asked, and numbers at the edges of what fields take in random forms."""
    forms = list(ALWAYS)
    for number in EDGES * 3:
        sign = "-" if rng.random() < 0.3 else ""
        forms.append(sign + rng.choice([plain, with_zeros, with_exponent, moved_left, moved_right, with_fraction])(number, rng))
    numbers = list(dict.fromkeys(forms))
    return numbers + [f'"{text}"' for text in numbers]


def plain(number, rng):
    return str(number)


def with_zeros(number, rng):
    return f"{number}.{'0' * rng.randint(1, 25)}"


def with_exponent(number, rng):
    return f"{number}{rng.choice(['e0', 'E0', 'e+0', 'e-0', 'e00'])}"


def moved_left(number, rng):
    """The point further left, and an exponent that makes up for it."""
    places = rng.randint(1, 6)
    digits = str(number).rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}e{rng.choice(['', '+'])}{places}"


def moved_right(number, rng):
    places = rng.randint(1, 6) if number else 0                         # 00 is no number
    return f"{number}{'0' * places}{rng.choice('eE')}-{places}"


def with_fraction(number, rng):
    return f"{number}.{rng.choice(['5', '25', '000001', '00000000000000000001', '9'])}"


def export(field, literal, number):
    """All but that field says something else in each file: equal files are looked at once."""
    at, device = f'"at":{EXPORTED - 3600}', f'"device":"d{number}"'
    entry, more = at, ""
    if field in ("success", "lowPower"):
        entry += f',"{field}":{literal}'
    elif field == "entry bucket":
        entry += f',"bucket":{literal}'
    elif field == "device":
        device = f'"device":{literal},"app":"a{number}"'
    else:
        more = f',"{field}":{literal}'
    history = f'"lastRunAt":{EXPORTED - 3600}' if field == "lastBucket" else f'"history":[{{{entry}}}]'
    return f'{{{device},"platform":"android","exportedAt":{EXPORTED}{more},{history}}}\n'


def write(out, seed):
    rng = random.Random(seed)
    os.makedirs(out, exist_ok=True)
    count = 0
    for literal in literals(rng):
        for field in FIELDS:
            with open(os.path.join(out, f"{field.replace(' ', '-')}-{count}.json"), "w") as file:
                file.write(export(field, literal, count))
            count += 1
    print(count)


def by_value(text):
    number = Decimal(text)
    return int(number) if number.adjusted() < 1000 and number == number.to_integral_value() else number


OPEN = re.compile(r'"device":-?[0-9]+[.eE]|"(bucket|lastBucket|historyLimit)":"-?[0-9]+(\.[0-9]+)?[eE]')


def hold(folder):
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    takes = Draft202012Validator(schema)
    takes_in_full = Draft202012Validator({**schema, "$defs": {**schema["$defs"], "setAside": False}})
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            text = file.read()
        value = json.loads(text, parse_float=by_value)
        kind = "open" if OPEN.search(text) else "taken" if takes_in_full.is_valid(value) else "set aside" if takes.is_valid(value) else "refused"
        print(f"{name} {kind}")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("out", metavar="OUT")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--hold", action="store_true")
    given = options.parse_args()
    hold(given.out) if given.hold else write(given.out, given.seed)


if __name__ == "__main__":
    main()
