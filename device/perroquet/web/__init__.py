"""The table page: draws views, sends commands."""
