// Buttons that copy the text beside them.

for (const button of document.querySelectorAll('.copied button')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = button.previousElementSibling;
    try {
      await navigator.clipboard.writeText(text.textContent);
      button.textContent = 'Copied';
    } catch {
      // Where a page may not write there, the reader's own keys can.
      getSelection().selectAllChildren(text);
      button.textContent = 'Selected';
    }
    setTimeout(() => { button.textContent = 'Copy'; }, 2000);
  });
}
