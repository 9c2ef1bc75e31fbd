"""The virtual totem: does it do what its tables say?"""
