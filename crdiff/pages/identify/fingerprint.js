// The fingerprint of a sentence, as crdiff/model/fingerprint.py makes it: BLAKE2b (RFC 7693) of 6 bytes, 7 letters.
(() => {
  "use strict";
  const MASK = (1n << 64n) - 1n;
  const START = [
    0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
    0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
  ];
  const ORDERS = [
    "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8", "905724afe1bc683d",
    "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a", "6fe9b308c2d714a5", "a2847615fb9e3cd0",
  ];
  const BYTES = 6, LETTERS = 7, BLOCK = 128;
  const LANES = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15], [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];
  const turned = (value, by) => ((value >> by) | (value << (64n - by))) & MASK;

  function mix(v, [a, b, c, d], x, y) {
    v[a] = (v[a] + v[b] + x) & MASK;
    v[d] = turned(v[d] ^ v[a], 32n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = turned(v[b] ^ v[c], 24n);
    v[a] = (v[a] + v[b] + y) & MASK;
    v[d] = turned(v[d] ^ v[a], 16n);
    v[c] = (v[c] + v[d]) & MASK;
    v[b] = turned(v[b] ^ v[c], 63n);
  }

  function compress(state, words, count, isLast) {
    const v = [...state, ...START];
    v[12] ^= BigInt(count);
    if (isLast) v[14] ^= MASK;
    for (let round = 0; round < 12; round++) {
      const order = ORDERS[round % 10];
      LANES.forEach((lane, at) => mix(v, lane, words[parseInt(order[2 * at], 16)], words[parseInt(order[2 * at + 1], 16)]));
    }
    return state.map((each, at) => each ^ v[at] ^ v[at + 8]);
  }

  function fingerprint(text) {
    const bytes = new TextEncoder().encode(text);
    const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
    const padded = new Uint8Array(blocks * BLOCK);
    padded.set(bytes);
    const view = new DataView(padded.buffer);
    let state = START.map((each, at) => at ? each : each ^ BigInt(0x01010000 ^ BYTES));
    for (let block = 0; block < blocks; block++) {
      const words = Array.from({ length: 16 }, (_, at) => view.getBigUint64(block * BLOCK + at * 8, true));
      state = compress(state, words, Math.min(bytes.length, (block + 1) * BLOCK), block === blocks - 1);
    }
    const digest = Array.from({ length: BYTES }, (_, at) => Number((state[0] >> BigInt(8 * at)) & 255n));
    return btoa(String.fromCharCode(...digest)).replace(/\+/g, "-").replace(/\//g, "_").slice(0, LETTERS);
  }

  window.crdiff.fingerprint = fingerprint;
})();
