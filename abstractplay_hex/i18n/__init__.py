"""What people read: sentences by code, languages, catalogues."""
