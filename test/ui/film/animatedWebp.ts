/** A picture of an animation. */
export interface Frame {
  /** A WebP file of one picture. */
  readonly webp: Buffer;
  readonly milliseconds: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const animated = 0x02;
const withoutBlending = 0x02;

/** Puts pictures of one size together to an animated WebP file that plays for ever (RFC 9649). */
export function animatedWebp(frames: readonly Frame[], { width, height }: Size): Buffer {
  const canvas = Buffer.concat([Buffer.from([animated, 0, 0, 0]), uint24(width - 1), uint24(height - 1)]);
  const animation = Buffer.alloc(6);
  const parts = frames.map(({ webp, milliseconds }) =>
    chunk('ANMF', [
      uint24(0),
      uint24(0),
      uint24(width - 1),
      uint24(height - 1),
      uint24(milliseconds),
      Buffer.from([withoutBlending]),
      ...chunksIn(webp)
        .filter(({ name }) => name === 'VP8 ' || name === 'VP8L')
        .map(({ name, data }) => chunk(name, [data])),
    ]),
  );
  return chunk('RIFF', [Buffer.from('WEBP'), chunk('VP8X', [canvas]), chunk('ANIM', [animation]), ...parts]);
}

/** How long each picture of an animated WebP file is shown, in milliseconds. */
export function durationsIn(webp: Buffer): number[] {
  return chunksIn(webp)
    .filter(({ name }) => name === 'ANMF')
    .map(({ data }) => data.readUIntLE(12, 3));
}

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
}

function chunksIn(webp: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 12; at + 8 <= webp.length;) {
    const length = webp.readUInt32LE(at + 4);
    chunks.push({ name: webp.toString('latin1', at, at + 4), data: webp.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

function chunk(name: string, parts: readonly Buffer[]): Buffer {
  const data = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), length, data, Buffer.alloc(data.length % 2)]);
}

function uint24(value: number): Buffer {
  const bytes = Buffer.alloc(3);
  bytes.writeUIntLE(value, 0, 3);
  return bytes;
}
