import { parseTargets } from '@plimsoll/settings/environment-variables';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const least = { DATABASE_URL: 'postgres://u:p@db:5433/x', PLIMSOLL_SECRET_KEY: 'x'.repeat(32) };

describe('reading the environment', () => {
  it('needs a database and a key, and fills in the rest', () => {
    const config = readConfig(least);
    expect(config).toMatchObject({ port: 4300, host: '127.0.0.1', signup: 'invite', demoPort: 4390, caps: { maxConcurrentRuns: 5 } });
    expect(config).not.toHaveProperty('redisUrl');
    expect(config.targets).toEqual({ mode: 'allowlist', allowed: ['loopback'], ownPorts: [4300, 5433], demoPort: 4390 });
  });

  it('names every variable that is wrong', () => {
    expect(() => readConfig({})).toThrow(/DATABASE_URL.*PLIMSOLL_SECRET_KEY/);
    expect(() => readConfig({ ...least, PLIMSOLL_SECRET_KEY: 'short' })).toThrow(/at least 32 characters/);
    expect(() => readConfig({ ...least, PORT: '99999' })).toThrow(/PORT/);
    expect(() => readConfig({ ...least, PLIMSOLL_BASE_URL: 'plimsoll' })).toThrow(/PLIMSOLL_BASE_URL/);
  });

  it('believes a proxy on this machine where only one can be, and those that are named', () => {
    const proxies = (change: Record<string, string>) => readConfig({ ...least, ...change }).trustedProxies;
    const behind = { PLIMSOLL_BASE_URL: 'https://load.example.com' };
    expect(proxies({})).toBeUndefined();
    expect(proxies(behind)).toBe('loopback');
    expect(proxies({ ...behind, HOST: '0.0.0.0' })).toBeUndefined();
    for (const good of ['10.0.0.0/8, ::1', 'uniquelocal,172.18.0.1', 'fd00::/8'])
      expect(proxies({ PLIMSOLL_TRUSTED_PROXIES: good })).toBe(good);
    for (const bad of ['proxy', '10.0.0.0/33', '10.0.0.0/8/8', '*', 'true', '1.2.3.4,'])
      expect(() => proxies({ PLIMSOLL_TRUSTED_PROXIES: bad }), bad).toThrow(/PLIMSOLL_TRUSTED_PROXIES: Write addresses/);
  });

  it('signs people in by a provider where one is set, and names what is missing or wrong', () => {
    const signIn = (change: Record<string, string>) => readConfig({ ...least, ...change }).signIn;
    const provider = {
      PLIMSOLL_OIDC_ISSUER: 'https://sso.example.com/realms/main',
      PLIMSOLL_OIDC_CLIENT_ID: 'plimsoll',
      PLIMSOLL_BASE_URL: 'https://load.example.com',
    };
    expect(signIn({})).toEqual({ policy: 'password', secondFactor: false, provider: null });
    expect(signIn(provider)).toMatchObject({
      policy: 'both',
      provider: { issuer: provider.PLIMSOLL_OIDC_ISSUER, clientSecret: null, trustsAddresses: false, sessionHours: 12, groupRoles: [] },
    });
    expect(signIn({ ...provider, PLIMSOLL_SIGN_IN: 'password' }).provider).toBeNull();
    for (const name of Object.keys(provider))
      expect(() => signIn({ ...provider, PLIMSOLL_SIGN_IN: 'oidc', [name]: '' }), name).toThrow(
        `${name}: sign-in by OpenID Connect needs it`,
      );
    for (const issuer of [
      'http://sso.example.com',
      'http://10.0.0.1',
      'http://127.0.0.1.evil.example',
      'https://a@b.example',
      'https://b.example/?x',
      'sso',
      'ldap://x',
    ])
      expect(() => signIn({ ...provider, PLIMSOLL_OIDC_ISSUER: issuer }), issuer).toThrow(/PLIMSOLL_OIDC_ISSUER: An issuer is/);
    for (const issuer of ['http://127.0.0.1:5556/dex', 'http://localhost:8080', 'http://[::1]:1'])
      expect(signIn({ ...provider, PLIMSOLL_OIDC_ISSUER: issuer }).policy).toBe('both');
    const factor = { ...provider, PLIMSOLL_OIDC_SECOND_FACTOR: 'passkey', PLIMSOLL_OIDC_ACR: 'gold silver' };
    expect(() => signIn(factor)).toThrow('PLIMSOLL_OIDC_SECOND_FACTOR: set PLIMSOLL_REQUIRE_SECOND_FACTOR=yes');
    const required = { ...factor, PLIMSOLL_REQUIRE_SECOND_FACTOR: 'yes' };
    expect(signIn(required).provider).toMatchObject({ secondFactor: 'passkey', acr: ['gold', 'silver'] });
    expect(() => signIn({ ...required, PLIMSOLL_BASE_URL: 'https://10.0.0.1' })).toThrow('PLIMSOLL_OIDC_SECOND_FACTOR: passkeys need');
    expect(() => signIn({ ...provider, PLIMSOLL_OIDC_GROUPS: 'sre:owner@*,dev:boss@*' })).toThrow('"dev:boss@*" is no role of a group');
  });

  it('reads the pools that are scaled', () => {
    const pools = (text: string) => readConfig({ ...least, PLIMSOLL_POOLS: text }).pools;
    expect(pools(' eu:8, *:4 ')).toEqual([
      { label: 'eu', mostWorkers: 8 },
      { label: '', mostWorkers: 4 },
    ]);
    for (const bad of ['eu', 'eu:0', 'eu:-1', 'eu:1.5', 'eu:1000', ':4', 'eu:2,eu:3', 'a b:2', 'eu:2:3'])
      expect(() => pools(bad), bad).toThrow(/PLIMSOLL_POOLS: Write pools/);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ ...least, REDIS_URL: '', PORT: '' })).toMatchObject({ port: 4300 });
  });

  it('never loads its own ports', () => {
    expect(readConfig({ ...least, PORT: '5000', REDIS_URL: 'redis://cache' }).targets.ownPorts).toEqual([5000, 5433, 6379]);
    expect(readConfig({ ...least, MIGRATE_DATABASE_URL: 'postgres://owner@db:5499/x' }).targets.ownPorts).toContain(5499);
    const archive = {
      PLIMSOLL_S3_BUCKET: 'runs',
      PLIMSOLL_S3_ACCESS_KEY_ID: 'id',
      PLIMSOLL_S3_SECRET_ACCESS_KEY: 'a secret of the archive',
    };
    const beside = (PLIMSOLL_S3_ENDPOINT: string, more = {}) =>
      readConfig({ ...least, ...archive, PORT: '5000', PLIMSOLL_S3_ENDPOINT, ...more }).targets.ownPorts;
    expect(beside('http://minio:9000', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' })).toEqual([5000, 5433, 9000, 4318]);
    expect(beside('http://minio:9000', { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://tempo:4319/x' })).toEqual([5000, 5433, 9000, 4319]);
    expect(beside('http://localhost', { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'https://[::1]/v1/metrics' })).toEqual([5000, 5433, 80, 443]);
    // The web's ports elsewhere have others' services behind them, too.
    expect(beside('https://s3.example.com')).toEqual([5000, 5433]);
  });

  it('reads the list of targets', () => {
    expect(parseTargets(' a.example.com, 10.1.0.0/16 ,,', [1], 2)).toEqual({
      mode: 'allowlist',
      allowed: ['a.example.com', '10.1.0.0/16'],
      ownPorts: [1],
      demoPort: 2,
    });
    expect(parseTargets('open-lab', [], 2).mode).toBe('open-lab');
    expect(parseTargets('none', [], 2).allowed).toEqual([]);
    expect(parseTargets('public-verified,loopback', [], 2)).toMatchObject({ mode: 'public-verified', allowed: ['loopback'] });
  });
});
