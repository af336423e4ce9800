"""What is measured, and how to repeat it; see README.md in this folder."""
