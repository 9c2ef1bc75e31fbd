"""The kernel: units, readings, luck, rulings, sentences, the journal's codec, errors. It imports nothing of ours."""
