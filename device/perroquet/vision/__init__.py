"""Images to readings: which cards lie before whom, and whose arms reach for the totem.

It says what was seen and how sure that is, never what follows from it. Everything here is arithmetic on arrays: cameras
are `drivers`, and so are the rendered tables it is measured on.
"""
