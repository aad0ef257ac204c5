import assert from 'node:assert/strict';
import { isLoopbackHost, isPrivateHost } from '../../../../src/core/system/privateHost.ts';

const hostOf = (address: string): string => new URL(address).hostname;

describe('a host of the own network', () => {
  it('is a private address, a local name or the host of a container', () => {
    for (const address of [
      'http://host.docker.internal:11434/v1',
      'http://HOST.docker.internal',
      'http://host.containers.internal:8080',
      'http://10.1.2.3',
      'http://172.16.0.1',
      'http://172.31.255.255',
      'http://192.168.178.20:11434',
      'http://0xC0A80114',
      'http://studio.local:1234',
      'http://[fd12:3456::1]',
    ])
      assert.ok(isPrivateHost(hostOf(address)), address);
  });

  it('is no other, however it is written', () => {
    for (const address of [
      'http://example.com',
      'http://host.docker.internal.example.com',
      'http://10.1.2.3.example.com',
      'http://172.15.0.1',
      'http://172.32.0.1',
      'http://192.169.0.1',
      'http://11.0.0.1',
      'http://169.254.169.254',
      'http://[2001:db8::1]',
      'http://[fe80::1]',
      'http://local',
    ])
      assert.equal(isPrivateHost(hostOf(address)), false, address);
  });

  it('is not the machine itself', () => {
    for (const address of [
      'http://localhost:8080',
      'http://127.0.0.1',
      'http://127.0.1.1',
      'http://127.1',
      'http://[::1]',
    ])
      assert.deepEqual([isLoopbackHost(hostOf(address)), isPrivateHost(hostOf(address))], [true, false]);
    for (const address of ['http://127.0.0.1.example.com', 'http://128.0.0.1', 'http://[::2]', 'http://a.localhost'])
      assert.equal(isLoopbackHost(hostOf(address)), false, address);
  });
});
