/** Shows on a terminal how far a long command is; elsewhere it says nothing. */

const WIDTH = 30;

/** @returns to be told how many of `total` are done; the line goes away with the last. */
export function progressBar(label: string, total: number): (done: number) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  return (done) => {
    const filled = Math.floor((done / total) * WIDTH);
    const line = `${label} ${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)} ${done}/${total}`;
    stderr.write(done < total ? `\r${line}` : '\r\u001b[K');
  };
}
