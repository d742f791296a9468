/** Files that are made while they are sent: the next piece is asked for when the last is on its way. */

export function streamOf<Piece>(pieces: AsyncGenerator<Piece, void>): ReadableStream<Piece> {
  return new ReadableStream<Piece>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pieces.return();
    },
  });
}
