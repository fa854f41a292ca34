// words: 1 1 1 0 0 3 7 5 1 9
// Expressions of overrides are computed before the dispatch, whatever their operators are.
override yes = true;
override no = false;
override three = 3u;
override minus = -1.0f;
override either = yes || three == 4u;
override nested = no || (yes && three == 3u);
override guarded = yes || sqrt(minus) == 0.0;
override both = yes && no;
override refused = no && (1.0 / (minus + 1.0) == 0.0);
override element = array(1u, 2u, 3u, 4u)[three - 1u];
override chosen = select(1u, 7u, yes && !no);
override component = vec2(4u, 5u)[three / 3u];
override shifted = (three << 2u) > 11u || no;
override sum = max(three, 2u) * three;

@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(1)
fn main() {
  words[0] = u32(either);
  words[1] = u32(nested);
  words[2] = u32(guarded);
  words[3] = u32(both);
  words[4] = u32(refused);
  words[5] = element;
  words[6] = chosen;
  words[7] = component;
  words[8] = u32(shifted);
  words[9] = sum;
}
