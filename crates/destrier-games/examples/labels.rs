//! Temporary.
use destrier_games::*;
use std::time::Instant;
fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut search = WorthSearch::default();
    let (mut wrong, mut n) = (0, 0);
    let mut times = vec![];
    for line in text.lines().skip(1) {
        let f: Vec<&str> = line.split(',').collect();
        let position: Position = f[2].parse().unwrap();
        let mv = |t: &str| position.resolve_uci(Uci::from_ascii(t.as_bytes()).unwrap());
        let Some(Continuation::Move(fork)) = mv(f[3]) else { panic!() };
        let next = if f[4].is_empty() { None } else { mv(f[4]) };
        let start = Instant::now();
        let w = search.at(&position, GameMove { next, ..Default::default() }).worth(fork);
        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
        n += 1;
        let got = (
            w.wins.to_string(),
            w.missed_by.map_or(String::new(), |x| x.to_string()),
            w.missed.map_or(String::new(), |g| g.to_string()),
        );
        let want = (f[10].to_string(), f[11].to_string(), f[12].to_string());
        if got != want {
            wrong += 1;
            println!("{line}\n   got {got:?}");
        }
        for g in Grade::ALL {
            let x = search
                .at(&position, GameMove { next, ..Default::default() })
                .worth_if(fork, WorthFilter { wins: None, missed: Some(g) });
            assert_eq!(x, (w.missed >= Some(g)).then_some(w));
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{wrong} wrong of {n}; worth: median {:.0} us, 99% {:.0} us, mean {:.0}; nodes {}",
        times[n / 2],
        times[n * 99 / 100],
        times.iter().sum::<f64>() / n as f64,
        search.nodes()
    );
}
