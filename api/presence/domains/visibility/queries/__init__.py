"""Every SQL statement of the slice: `runs` the run row and its lease · `results` what a run stores
and loads again · `summary` the dashboard's hot read · `views` the other reads of the API.
"""
