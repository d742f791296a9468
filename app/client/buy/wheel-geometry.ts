/** Where the slices of the wheel lie. They are alike, in clockwise order from the top; angles in degrees. */

const RADIUS = 100;

/** The middle of a slice. */
export function middleOf(index: number, count: number): number {
  return ((index + 0.5) * 360) / count;
}

/** How far the wheel has to be turned for the middle of a slice to lie at the top. */
export function restingAngle(index: number, count: number): number {
  return 360 - middleOf(index, count);
}

/** The outline of a slice around 0, 0, as an SVG path; of a single one, which is the whole wheel, too. */
export function slicePath(index: number, count: number): string {
  const edge = (angle: number) => {
    const radians = (angle * Math.PI) / 180;
    return `${(RADIUS * Math.sin(radians)).toFixed(3)} ${(-RADIUS * Math.cos(radians)).toFixed(3)}`;
  };
  const from = (index * 360) / count;
  const to = ((index + 1) * 360) / count;
  // An arc goes less than all the way round, so each slice is drawn in two.
  return `M 0 0 L ${edge(from)} A ${RADIUS} ${RADIUS} 0 0 1 ${edge((from + to) / 2)} A ${RADIUS} ${RADIUS} 0 0 1 ${edge(to)} Z`;
}
