// Chromium sends `blur` and `change` while it removes a focused field from the document. The handlers of that field read
// state that the page has dropped before, which would end the page's program: so they do not hear of a removal.
(() => {
  const { remove } = Element.prototype;
  let isRemoving = false;
  Element.prototype.remove = function () {
    isRemoving = true;
    remove.call(this);
    isRemoving = false;
  };
  const types = ["blur", "change", "focusout"];
  types.forEach((type) => addEventListener(type, (event) => isRemoving && event.stopImmediatePropagation(), true));
})();
