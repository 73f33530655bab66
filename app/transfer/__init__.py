"""Everything a person has, as one file: out of the database, and into it."""
