"""Answers the documents on standard input. start-oracle.ts says how they come."""

import json
import sys


def answer(read):
    """Prints read(text, until) for each document, or its exception as an error."""
    while head := sys.stdin.buffer.readline():
        length, until = map(int, head.split())
        text = sys.stdin.buffer.read(length).decode()
        try:
            result = read(text, until)
        except Exception as error:
            result = {"errors": [f"{type(error).__name__}: {error}"], "events": []}
        print(json.dumps(result), flush=True)
