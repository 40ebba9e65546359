//! Destrier for a page in a browser.
