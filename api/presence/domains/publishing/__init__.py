"""What leaves as a file or a link: reports, briefs, exports, share links; also views and notes."""
