/** A way to this machine or a private network: a URL, or a place that a permitted server redirects to. */
export type Way = { what: string; url: string };

/** Names that the stub of the resolver answers; what they lead to is private, sooner or later. */
export const RESOLVED: Record<string, string[][]> = {
  "private.example": [["127.0.0.1"]],
  "private6.example": [["::1"]],
  "lan.example": [["10.0.0.8"]],
  "metadata.example": [["169.254.169.254"]],
  "mapped.example": [["::ffff:127.0.0.1"]],
  "both.example": [["127.0.0.1", "10.0.0.1"]],
  // First a permitted address, and a private one when it is asked for again.
  "rebinding.example": [["127.0.0.2"], ["127.0.0.1"]],
};

/** Forms of the address of this machine, which the control reaches. */
export const LOOPBACK = [
  "127.0.0.1",
  "2130706433",
  "0x7f000001",
  "017700000001",
  "0x7f.0x0.0x0.0x1",
  "0177.0.0.01",
  "127.1",
  "127.0.1",
  "0x7f.1",
  "127.0.0.1.",
  "127.0.0.2",
  "127.255.255.254",
  "①②⑦.⓪.⓪.①",
  "１２７.０.０.１",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "localhost",
  "LOCALHOST",
  "0.0.0.0",
  "0",
  "0x0",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::]",
  "private.example",
  "private6.example",
  "mapped.example",
];

/** Forms of private and special addresses that nothing here answers at. */
export const PRIVATE = [
  "localhost.",
  "sub.localhost",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[2001:0:0:0:0:0:80ff:fffe]",
  "[::ffff:0:127.0.0.1]",
  "[fe80::1]",
  "[fc00::1]",
  "[fd12:3456:789a::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[2001:db8::1]",
  "[100::1]",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "[::ffff:169.254.169.254]",
  "2852039166",
  "100.64.0.1",
  "192.0.0.1",
  "192.0.2.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "lan.example",
  "metadata.example",
  "both.example",
];

/** URLs that lead somewhere else than they seem to. */
export function disguised(port: number): Way[] {
  return [
    { what: "credentials before the address", url: `http://good.example@127.0.0.1:${port}/` },
    { what: "a user and a password", url: `http://good.example:80@127.0.0.1:${port}/` },
    { what: "a fragment that looks like a host", url: `http://127.0.0.1:${port}/#@good.example/` },
    { what: "a query that looks like a host", url: `http://127.0.0.1:${port}?@good.example/` },
    { what: "a backslash", url: `http://127.0.0.1:${port}\\@good.example/` },
    { what: "a tab in the host", url: `http://127.0.\t0.1:${port}/` },
    { what: "more slashes", url: `http:////127.0.0.1:${port}/` },
    { what: "a zone", url: `http://[fe80::1%25lo]:${port}/` },
    { what: "a zone of the loopback", url: `http://[::1%25lo]:${port}/` },
    { what: "a number that overflows", url: `http://4294967297:${port}/` },
    { what: "five parts", url: `http://127.0.0.0.1:${port}/` },
    { what: "another scheme", url: `gopher://127.0.0.1:${port}/` },
    { what: "a file", url: "file:///etc/passwd" },
    { what: "data", url: "data:text/html,x" },
    { what: "https", url: `https://127.0.0.1:${port}/` },
    { what: "a name of a socket", url: "http://unix:/var/run/docker.sock:/info" },
  ];
}
