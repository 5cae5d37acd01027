"""Breaks the product's named guards one at a time and sees whether a test notices each.

A guard is declared where it stands, by a comment at the end of its line, or on a line of its own
above where that would be too long: `# guard: area.its-name`. Breaking it means, on

- the first or last line of the head of an `if`, `elif` or `while`: the condition is `False`;
- the first line of a statement that only calls or raises: the statement is left out;
- a `return`: it returns None;
- a decorator: the decorator is left out;
- any other line (an argument, one part of a condition over several lines, a line of SQL, there as
  `-- guard: area.its-name`): the line is left out.

`# guard: area.its-name -> TEXT` says what stands there instead: TEXT for the condition, for the
value of a `return` or an assignment (which needs one), else for the line.

Names are unique. A guard that is left out must leave code that runs: what is caught is the missing
guard, never a syntax error.

`make mutants` breaks all of them; ops/mutants/guards.json remembers for each the test that
noticed, which is tried first next time. Where that test is gone or no longer notices, those tests
are tried that reach the guard (found out by a run of the suite with a probe at every guard), the
nearest first. Nothing is broken in the work tree: each worker has a copy.
"""
