/**
 * A process that asks a service over 100 connections, and sends what that took to its parent: `load.ts ASKED`, where ASKED
 * is JSON.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile } from '../median.ts';
import { randomNumbers } from '../random.ts';
import { idOf } from './fill.ts';

export interface AskedLoad {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
  readonly key: string;
  readonly method: 'GET' | 'POST';
  /** Number of stored reviews, of which each GET reads one at random. */
  readonly stored: number;
  readonly requests: number;
  /** Requests a second over all connections; absent for as many as are answered. */
  readonly rate?: number;
}

/** How a service has answered. */
export interface Answered {
  /** Percentiles in milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Requests a second. */
  readonly rate: number;
  /** Of all bodies. */
  readonly bytes: number;
  /** Answers with another status than they should have. */
  readonly wrong: number;
}

const connections = 100;

if (process.send !== undefined) process.send(await load(JSON.parse(process.argv[2] ?? '{}') as AskedLoad));

async function load({ address, key, method, stored, requests, rate }: AskedLoad): Promise<Answered> {
  const pool = new Pool(address, { connections, pipelining: 1 });
  const random = randomNumbers(7);
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const took: number[] = [];
  let [left, bytes, wrong] = [requests, 0, 0];
  const ask = async (): Promise<void> => {
    const path = method === 'GET' ? `/v1/reviews/${idOf(1 + random(stored))}` : '/v1/reviews';
    const body = method === 'GET' ? null : JSON.stringify({ repository: 'acme/app', pr: 1 + random(100_000) });
    const before = performance.now();
    const response = await pool.request({ path, method, headers, body });
    bytes += (await response.body.arrayBuffer()).byteLength;
    took.push(performance.now() - before);
    if (response.statusCode !== (method === 'GET' ? 200 : 201)) wrong++;
  };
  const began = performance.now();
  const turn = rate === undefined ? 0 : (connections / rate) * 1_000;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      for (let due = began + (turn * index) / connections; left-- > 0; due += turn) {
        if (turn > 0) await delay(Math.max(0, due - performance.now()));
        await ask();
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  return { p50: percentile(took, 50), p99: percentile(took, 99), rate: requests / seconds, bytes, wrong };
}
