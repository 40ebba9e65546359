//! Temporary.
use destrier_games::pgn::{Moves, Tags, Token};
use destrier_games::*;
use pgn_reader::{SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen};
use std::ops::ControlFlow;
#[derive(Clone, Copy)]
struct Instant(u64);
impl Instant {
    fn now() -> Self {
        let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
        Instant(s.split(" ").next().unwrap().parse().unwrap())
    }
    fn elapsed(self) -> std::time::Duration {
        std::time::Duration::from_nanos(Self::now().0 - self.0)
    }
}

struct V(u64, bool);
impl Visitor for V {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();
    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }
    fn tag(&mut self, start: &mut Chess, name: &[u8], value: pgn_reader::RawTag<'_>) -> ControlFlow<()> {
        if name == b"FEN" {
            if let Ok(f) = Fen::from_ascii(value.as_bytes()) {
                if let Ok(p) = f.into_position(CastlingMode::Chess960) {
                    *start = p;
                }
            }
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, t: Chess) -> ControlFlow<(), Chess> {
        self.0 += 1;
        ControlFlow::Continue(t)
    }
    fn san(&mut self, p: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        self.0 += 1;
        if self.1 {
            match san.san.to_move(p) {
                Ok(m) => p.play_unchecked(m),
                Err(_) => return ControlFlow::Break(()),
            }
        }
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, _: Chess) {}
}

fn main() {
    let path = std::env::args().nth(1).unwrap();
    let what: Vec<String> = std::env::args().skip(2).collect();
    let text = std::fs::read(&path).unwrap();
    for _ in 0..std::env::var("N").map_or(3, |n| n.parse().unwrap()) {
        for w in &what {
            let t = Instant::now();
            let mut n = 0u64;
            match &w[..] {
                "pgnreader" | "shakmaty" => {
                    let mut v = V(0, w == "shakmaty");
                    let mut r = pgn_reader::Reader::new(&text[..]);
                    while r.read_game(&mut v).unwrap().is_some() {}
                    n = v.0;
                }
                "games" => {
                    let mut r = Reader::games(&text[..]);
                    while let Some(g) = r.next_record().unwrap() {
                        n += g.bytes.len() as u64;
                    }
                }
                "tags" => {
                    let mut r = Reader::games(&text[..]);
                    while let Some(g) = r.next_record().unwrap() {
                        n += Game::pgn(g).tags.iter().count() as u64;
                    }
                }
                "tokens" => {
                    let mut r = Reader::games(&text[..]);
                    while let Some(g) = r.next_record().unwrap() {
                        n += 1;
                        let tags = Tags::read(g.bytes);
                        for t in Moves::new(g.bytes, &tags) {
                            if let Token::Move { .. } = t {
                                n += 1;
                            }
                        }
                    }
                }
                "replay" => {
                    let mut r = Reader::games(&text[..]);
                    let mut positions = Positions::new();
                    while let Some(g) = r.next_record().unwrap() {
                        let game = Game::pgn(g);
                        if let Ok(Start::Position(start)) = game.start() {
                            let _ = game.replay(&start, &mut positions, |p| n += p.len() as u64);
                        }
                    }
                }
                "search" => {
                    let selection = Selection::default();
                    let mut found = 0;
                    let mut r = Reader::games(&text[..]);
                    let mut positions = Positions::new();
                    while let Some(g) = r.next_record().unwrap() {
                        let game = Game::pgn(g);
                        if let Ok(Start::Position(start)) = game.start() {
                            let _ = game.replay_for_search(&start, &mut positions, |p| {
                                n += p.len() as u64;
                                selection.search(p, Colors::NONE, |_, _, f| found += f.len())
                            });
                        }
                    }
                    print!("{found} ");
                }
                _ => panic!(),
            }
            let s = t.elapsed().as_secs_f64();
            println!(
                "{w}: {n} in {s:.3} s, {:.1} ns each, {:.2} GB/s",
                s * 1e9 / n as f64,
                text.len() as f64 / s / 1e9
            );
        }
    }
}
