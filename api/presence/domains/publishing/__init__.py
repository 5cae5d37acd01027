"""Everything published as a file or link: reports, briefs, exports, links; views and notes."""
