"""All SQL statements of the slice.

`runs` has the run row and its lease, `results` what a run stores and loads again, `summary` the
dashboard's hot read, `views` the other reads of the API.
"""
