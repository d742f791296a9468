/** Host and port as they stand in an address (RFC 3986, section 3.2). Pages use it too. */

/** @param host a name, or a literal without brackets; those of IPv6 get them. */
export function authority(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
