// Mantine's nesting, light-dark() and mixins in CSS modules.
export default { plugins: { 'postcss-preset-mantine': {} } };
