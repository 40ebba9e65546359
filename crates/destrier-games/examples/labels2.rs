//! Temporary.
use destrier_games::*;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let mode = std::env::args().nth(2).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut search = WorthSearch::default();
    let mut n = 0;
    for _ in 0..10 {
        for line in text.lines().skip(1) {
            let f: Vec<&str> = line.split(',').collect();
            let position: Position = f[2].parse().unwrap();
            let mv = |t: &str| position.resolve_uci(Uci::from_ascii(t.as_bytes()).unwrap());
            let Some(Continuation::Move(fork)) = mv(f[3]) else { panic!() };
            let next = if f[4].is_empty() { None } else { mv(f[4]) };
            let mut at = search.at(&position, GameMove { next, ..Default::default() });
            n += 1;
            match &*mode {
                "worth" => {
                    at.worth(fork);
                }
                "wins" => {
                    at.wins(fork);
                }
                _ => {
                    at.worth_if(fork, WorthFilter { wins: None, missed: Some(Grade::Mistake) });
                }
            }
        }
    }
    println!("{n} {}", search.nodes());
}
