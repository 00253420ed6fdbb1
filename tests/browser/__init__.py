"""The playground in a real browser: Chromium by Playwright."""
