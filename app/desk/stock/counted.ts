/** How many addresses, in words: `1 address`, `3 addresses`. */
export function counted(count: number): string {
  return count === 1 ? '1 address' : `${count} addresses`;
}
