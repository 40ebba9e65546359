//! Pages in Chromium: what is visible, what fits on a phone, and how they print.

use crate::{SAMPLE, between, path, printed};
use serde_json::Value;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs Chromium with these arguments and returns its output. `None` if it is not installed.
fn chromium(arguments: &[&str]) -> Option<String> {
    let program = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let profile = tempfile::tempdir().unwrap();
    let mut command = Command::new(&program);
    command
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(arguments)
        .stdin(Stdio::null());
    match command.output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(_) => {
            eprintln!("skipped: {program} is not installed (apt-get install chromium)");
            None
        }
    }
}

/// A page that opens another page in a frame, uses it, and prints what it sees as JSON.
const PROBE: &str = "<!doctype html><iframe width='360' height='700' src='PAGE'></iframe><pre></pre><script>
const frame = document.querySelector('iframe');
frame.onload = () => {
  frame.onload = null;
  const page = frame.contentDocument, seen = {};
  const isShown = element => frame.contentWindow.getComputedStyle(element).display !== 'none';
  const quiz = page.querySelector('.quiz'), marks = quiz.querySelector('.marks');
  seen.hidden = !isShown(marks);
  quiz.querySelector('details').open = true;
  seen.revealed = isShown(marks);
  seen.width = page.documentElement.scrollWidth;
  seen.cells = [...page.querySelectorAll('td, th')].length;
  seen.unnamed = [...page.querySelectorAll('svg[role=img]')].filter(svg => !svg.querySelector('title')).length;
  seen.levels = [...page.querySelectorAll('h1, h2, h3, h4')].map(heading => +heading.tagName[1]);
  const link = page.querySelector('td a'), list = page.querySelector(link.getAttribute('href'));
  const group = list.closest('.group');
  seen.before = isShown(group);
  link.click();
  setTimeout(() => {
    seen.after = isShown(group);
    seen.others = [...page.querySelectorAll('.group')].filter(isShown).length;
    seen.height = page.querySelector('.quiz svg').getBoundingClientRect().height;
    document.querySelector('pre').textContent = JSON.stringify(seen);
  }, 100);
};
</script>";

#[test]
fn a_browser_shows_answers_and_lists_on_request() {
    let page = path("browser-report.html");
    printed(["report", "--player", "so_sad", SAMPLE, "-o", &page]);
    let probe = path("browser-probe.html");
    fs::write(&probe, PROBE.replace("PAGE", "browser-report.html")).unwrap();
    let arguments =
        ["--allow-file-access-from-files", "--disable-web-security", "--virtual-time-budget=5000"];
    let url = format!("file://{probe}");
    let Some(dom) = chromium(&[&arguments[..], &["--dump-dom", &url]].concat()) else { return };
    let seen = between(&dom, "<pre>", "</pre>");
    let seen: Value = serde_json::from_str(seen).unwrap_or_else(|error| panic!("{error}: {dom}"));
    assert!(seen["hidden"] == true && seen["revealed"] == true, "{seen}");
    assert!(seen["before"] == false && seen["after"] == true && seen["others"] == 1, "{seen}");
    assert!(seen["width"].as_u64().unwrap() <= 360, "the page is wider than a phone: {seen}");
    assert!(seen["cells"].as_u64().unwrap() > 50 && seen["unnamed"] == 0, "{seen}");
    assert!(seen["height"].as_f64().unwrap() > 200.0, "boards have a size: {seen}");
    let levels: Vec<u64> = seen["levels"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert!(levels[0] == 1 && levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
}

/// Returns the number of pages of a page printed to PDF.
fn printed_pages(page: &str) -> Option<usize> {
    let pdf = format!("{page}.pdf");
    let _ = fs::remove_file(&pdf);
    chromium(&["--no-pdf-header-footer", &format!("--print-to-pdf={pdf}"), &format!("file://{page}")])?;
    let bytes = fs::read(Path::new(&pdf)).unwrap();
    assert!(bytes.starts_with(b"%PDF"));
    let text = String::from_utf8_lossy(&bytes);
    Some(text.matches("/Type /Page\n").count() + text.matches("/Type /Page/").count())
}

#[test]
fn worksheets_print_six_boards_a_page_and_solutions_at_the_end() {
    let page = path("browser-worksheet.html");
    printed(["report", "--quick", "--worksheet", "12", SAMPLE, "-o", &page]);
    let boards = fs::read_to_string(&page).unwrap().matches("<article ").count();
    assert!(boards > 6, "{boards}");
    let Some(pages) = printed_pages(&page) else { return };
    assert!(
        (boards.div_ceil(6) + 1..=boards.div_ceil(6) + 2).contains(&pages),
        "{boards} boards on {pages} pages"
    );
}

#[test]
fn reports_print() {
    let page = path("browser-printed.html");
    printed(["report", SAMPLE, "-o", &page]);
    let Some(pages) = printed_pages(&page) else { return };
    assert!((3..=12).contains(&pages), "{pages} pages");
}
