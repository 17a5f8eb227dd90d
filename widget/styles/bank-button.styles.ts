/** A button on a bank's page, which has none of the checkout's sheets. */
export const bankButton = `button {
  min-block-size: 48px;
  padding: 8px 20px;
  border: 1px solid light-dark(#7a8496, #79839a);
  border-radius: 10px;
  background: none;
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
`
